package io.soabench.engine.server;

import io.soabench.engine.runtime.durable.RequestKeys;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The command line options for requests with keys, which a durable engine does not do again. */
final class KeyOptions {
    private static final EngineConfiguration DEFAULT = EngineConfiguration.DEFAULT;

    @Option(
            names = "--key-time",
            paramLabel = "MS",
            description =
                    "Time for which a durable engine remembers a request with a key after it was done, in milliseconds;"
                            + " 0 remembers none (default: ${DEFAULT-VALUE}).")
    private long keyTimeMs = DEFAULT.keys().time().toMillis();

    @Option(
            names = "--max-keys",
            paramLabel = "N",
            description =
                    "Requests with keys that are remembered after they were done; beyond it the oldest is forgotten,"
                            + " and is done again if it is repeated (default: ${DEFAULT-VALUE}).")
    private int maxKeys = DEFAULT.keys().requests();

    @Option(
            names = "--max-key-bytes",
            paramLabel = "BYTES",
            description = "Memory of these requests and their answers; beyond it the oldest is forgotten, too (default:"
                    + " ${DEFAULT-VALUE}, a sixteenth of the heap).")
    private long maxKeyBytes = DEFAULT.keys().bytes();

    /**
     * Sets the values of these options in a configuration.
     *
     * @throws IllegalArgumentException with a sentence, if a value is negative
     */
    EngineConfigurationBuilder on(EngineConfigurationBuilder builder) {
        return builder.keys(new RequestKeys.Bounds(Duration.ofMillis(keyTimeMs), maxKeys, maxKeyBytes));
    }
}
