package io.soabench.plan;

import java.util.List;

/**
 * What happened in one repetition: {@code repetition.json}.
 *
 * @param phases in the order in which they were entered
 * @param endpoint address that the clients called
 * @param message one sentence when it failed; otherwise empty
 * @param checks functional checks that were sent before the warm-up
 */
public record RepetitionRecord(
        String caseId,
        int repetition,
        RunRecord.State state,
        String message,
        String endpoint,
        int checks,
        List<PhaseRecord> phases,
        List<ServerRecord> servers) {

    /**
     * A phase that was entered.
     *
     * @param startNs see {@link HostClock#epochNanos()}
     * @param endNs likewise; 0 when it was not left in order
     */
    public record PhaseRecord(String name, long startNs, long endNs) {}

    /**
     * A server that was started.
     *
     * @param pid of the server's process; 0 when there was none
     * @param exit exit status, or -1 when unknown
     * @param stopped how it ended: {@code asked} (SIGTERM was enough), {@code killed}, {@code died} (by itself)
     * @param cpuMs processor time during the measurement in milliseconds, or -1 when unknown
     */
    public record ServerRecord(String name, String host, long pid, int exit, String stopped, long cpuMs) {}
}
