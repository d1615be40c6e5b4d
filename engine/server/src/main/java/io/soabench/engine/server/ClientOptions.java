package io.soabench.engine.server;

import io.soabench.engine.server.request.ClientLimits;
import java.time.Duration;
import java.util.Set;
import picocli.CommandLine.Option;

/**
 * The command line options about clients: connections, time limits, and addresses for answers. Their values become a
 * {@link ClientLimits}.
 */
final class ClientOptions {
    private static final EngineConfiguration DEFAULT = EngineConfiguration.DEFAULT;

    @Option(
            names = "--max-clients",
            paramLabel = "N",
            description = "Client connections; further ones get 503 and are closed (default: ${DEFAULT-VALUE}).")
    private int maxClients = DEFAULT.clients().maxConnections();

    @Option(
            names = "--client-idle-timeout",
            paramLabel = "MS",
            description =
                    "Closes a client connection without a request for so long, in milliseconds (default: ${DEFAULT-VALUE}).")
    private long clientIdleMs = DEFAULT.clients().idle().toMillis();

    @Option(
            names = "--head-timeout",
            paramLabel = "MS",
            description = "Time to send a request's head in milliseconds, else 408 (default: ${DEFAULT-VALUE}).")
    private long headTimeoutMs = DEFAULT.clients().head().toMillis();

    @Option(
            names = "--request-timeout",
            paramLabel = "MS",
            description = "Time to send a whole request in milliseconds, else 408 (default: ${DEFAULT-VALUE}).")
    private long requestTimeoutMs = DEFAULT.clients().request().toMillis();

    @Option(
            names = "--admission-wait",
            paramLabel = "MS",
            description = "Time that a request waits for a place when the engine is at its limit, in milliseconds, then"
                    + " 503; 0 refuses at once (default: ${DEFAULT-VALUE}).")
    private long admissionMs = DEFAULT.clients().admission().toMillis();

    @Option(
            names = "--reply-to",
            paramLabel = "HOST:PORT",
            split = ",",
            description =
                    "Where answers may be posted that a request wants elsewhere (ReplyTo, FaultTo), beside the addresses"
                            + " of the partners that processes are configured with; 'any' for everywhere (default: none).")
    private Set<String> replyTo = DEFAULT.replyTo();

    /** Sets the values of these options in a configuration. */
    EngineConfigurationBuilder on(EngineConfigurationBuilder builder) {
        return builder.clients(new ClientLimits(
                        maxClients,
                        Duration.ofMillis(clientIdleMs),
                        Duration.ofMillis(headTimeoutMs),
                        Duration.ofMillis(requestTimeoutMs),
                        Duration.ofMillis(admissionMs)))
                .replyTo(replyTo);
    }
}
