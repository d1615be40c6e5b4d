package io.soabench.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * What happened in one repetition: {@code repetition.json}.
 *
 * @param phases in the order in which they were entered
 * @param endpoint address that the clients called
 * @param message one sentence when it failed; otherwise empty
 * @param checks functional checks that were sent before the warm-up
 * @param roundTrips on the ways of messages, before the warm-up and after the measurement; empty in older records
 */
public record RepetitionRecord(
        String caseId,
        int repetition,
        RunRecord.State state,
        String message,
        String endpoint,
        int checks,
        List<PhaseRecord> phases,
        List<ServerRecord> servers,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<RoundTripRecord> roundTrips) {

    /** Older records have no round trips. */
    public RepetitionRecord {
        roundTrips = roundTrips == null ? List.of() : roundTrips;
    }

    /** A repetition whose round trips were not measured. */
    public RepetitionRecord(
            String caseId,
            int repetition,
            RunRecord.State state,
            String message,
            String endpoint,
            int checks,
            List<PhaseRecord> phases,
            List<ServerRecord> servers) {
        this(caseId, repetition, state, message, endpoint, checks, phases, servers, List.of());
    }

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

    /**
     * Exchanges of an HTTP HEAD request and its answer on one open connection: the network there and back, a relay if there is one,
     * and what the server takes to answer next to nothing.
     *
     * @param from name of the host on which they began
     * @param to name of the server
     * @param exchanges how many
     * @param minMs the shortest, milliseconds
     */
    public record RoundTripRecord(
            String from, String to, When when, int exchanges, double minMs, double medianMs, double maxMs) {

        /** Relative to load. */
        public enum When {
            BEFORE,
            AFTER
        }
    }
}
