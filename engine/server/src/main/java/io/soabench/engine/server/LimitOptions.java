package io.soabench.engine.server;

import java.time.Duration;
import picocli.CommandLine.Option;

/** The command line options for limits of instances, messages and partner calls. */
final class LimitOptions {
    private static final EngineConfiguration DEFAULT = EngineConfiguration.DEFAULT;

    @Option(
            names = "--max-instances",
            paramLabel = "N",
            description = "Instances at once; further requests get 503 (default: ${DEFAULT-VALUE}).")
    private int maxInstances = DEFAULT.maxInstances();

    @Option(
            names = "--history",
            paramLabel = "N",
            description = "Ended instances whose begin and end are kept; 0: none (default: ${DEFAULT-VALUE}).")
    private int history = DEFAULT.history();

    @Option(
            names = "--max-activities",
            paramLabel = "N",
            description = "Activities of one instance at once; more raise limitExceeded (default: ${DEFAULT-VALUE}).")
    private int maxActivities = DEFAULT.maxActivities();

    @Option(
            names = "--max-value",
            paramLabel = "BYTES",
            description = "Largest value that a process makes; more raise limitExceeded (default: ${DEFAULT-VALUE}, an"
                    + " eighth of the heap, at most 64 MiB).")
    private int maxValue = DEFAULT.maxValue();

    @Option(
            names = "--max-waiting-bytes",
            paramLabel = "BYTES",
            description =
                    "Messages that wait at one instance; further ones get 503 (default: ${DEFAULT-VALUE}, a sixteenth"
                            + " of the heap).")
    private long maxWaitingBytes = DEFAULT.maxWaitingBytes();

    @Option(
            names = "--max-kernel-bytes",
            paramLabel = "BYTES",
            description =
                    "What all instances hold: messages, variables, scopes that can be compensated. Beyond it none is started;"
                            + " half as much again, and answers and values raise limitExceeded (default: ${DEFAULT-VALUE},"
                            + " a quarter of the heap).")
    private long maxKernelBytes = DEFAULT.maxKernelBytes();

    @Option(
            names = "--queue-capacity",
            paramLabel = "N",
            description =
                    "Requests waiting for a kernel worker and calls waiting for a connection; further requests get"
                            + " 503 (default: ${DEFAULT-VALUE}).")
    private int queueCapacity = DEFAULT.queueCapacity();

    @Option(
            names = "--max-connections",
            paramLabel = "N",
            description = "Connections to one partner (default: ${DEFAULT-VALUE}).")
    private int maxConnections = DEFAULT.maxConnections();

    @Option(
            names = "--max-body-bytes",
            paramLabel = "BYTES",
            description = "Largest request or answer (default: ${DEFAULT-VALUE}).")
    private int maxBodyBytes = DEFAULT.maxBodyBytes();

    @Option(
            names = "--max-held-bytes",
            paramLabel = "BYTES",
            description =
                    "Memory of all connections for unfinished requests, unread answers and unfinished answers of partners;"
                            + " what is beyond is refused with 503 or closed (default: a quarter of the heap).")
    private long maxHeldBytes = DEFAULT.maxHeldBytes();

    @Option(
            names = "--partner-timeout",
            paramLabel = "MS",
            description = "Time for a partner call in milliseconds (default: ${DEFAULT-VALUE}).")
    private long partnerTimeoutMs = DEFAULT.partnerTimeout().toMillis();

    @Option(
            names = "--connect-timeout",
            paramLabel = "MS",
            description = "Time for looking a partner's host name up, and again for connecting, in milliseconds"
                    + " (default: ${DEFAULT-VALUE}).")
    private long connectTimeoutMs = DEFAULT.connectTimeout().toMillis();

    /** Sets the values of these options in a configuration. */
    EngineConfigurationBuilder on(EngineConfigurationBuilder builder) {
        return builder.maxInstances(maxInstances)
                .history(history)
                .maxActivities(maxActivities)
                .maxValue(maxValue)
                .maxWaitingBytes(maxWaitingBytes)
                .maxKernelBytes(maxKernelBytes)
                .queueCapacity(queueCapacity)
                .maxConnections(maxConnections)
                .maxBodyBytes(maxBodyBytes)
                .maxHeldBytes(maxHeldBytes)
                .partnerTimeout(Duration.ofMillis(partnerTimeoutMs))
                .connectTimeout(Duration.ofMillis(connectTimeoutMs));
    }
}
