package io.soabench.front;

import picocli.CommandLine.Option;

/** The options of a program whose engine calls partners through a client of this project. */
public final class PartnerOptions {

    private static final String CONNECTIONS = "--partner-connections";
    private static final String TIMEOUT = "--partner-timeout";

    @Option(names = CONNECTIONS, paramLabel = "N", description = "Connections to one partner (default: 200).")
    private int connections = 200;

    @Option(names = TIMEOUT, paramLabel = "MS", description = "Time for a partner's answer (default: 60000).")
    private long timeoutMs = 60_000;

    /** Creates options that are not read yet. */
    public PartnerOptions() {}

    /** Checks the options for their program. */
    public void check(FrontCommand program) {
        program.check(CONNECTIONS, connections, 1);
        program.check(TIMEOUT, timeoutMs, 1);
    }

    /** Returns the number of connections to one partner. */
    public int connections() {
        return connections;
    }

    /** Returns the time for a partner's answer in milliseconds. */
    public long timeoutMs() {
        return timeoutMs;
    }
}
