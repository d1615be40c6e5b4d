package io.soabench.plan;

import java.util.List;
import java.util.Optional;

/**
 * The record of one repetition: {@code repetition.json}.
 *
 * @param format version of this format, {@link #FORMAT}
 * @param phases in the order in which they were entered; their names are the steps that docs and messages name
 * @param endpoint address that the clients called; of a mix those of all its processes, separated by blanks
 * @param message one sentence when it failed; otherwise empty
 * @param checks functional checks that were sent before the warm-up
 * @param roundTrips on the ways of messages, before the warm-up and after the measurement
 */
@FileFormat(version = RepetitionRecord.FORMAT, remedy = "measure the repetition again")
public record RepetitionRecord(
        int format,
        String caseId,
        int repetition,
        RunRecord.State state,
        String message,
        String endpoint,
        int checks,
        List<PhaseRecord> phases,
        List<ServerRecord> servers,
        List<RoundTripRecord> roundTrips) {

    /** The version of the format that this class reads and writes. */
    public static final int FORMAT = 1;

    /** Creates a record of the version {@link #FORMAT}. */
    public RepetitionRecord(
            String caseId,
            int repetition,
            RunRecord.State state,
            String message,
            String endpoint,
            int checks,
            List<PhaseRecord> phases,
            List<ServerRecord> servers,
            List<RoundTripRecord> roundTrips) {
        this(FORMAT, caseId, repetition, state, message, endpoint, checks, phases, servers, roundTrips);
    }

    /** Returns the phase of that name, if it was entered. */
    public Optional<PhaseRecord> phase(String name) {
        return phases.stream().filter(phase -> phase.name().equals(name)).findFirst();
    }

    /**
     * A phase that was entered.
     *
     * @param startNs see {@link HostClock#epochNanos()}
     * @param endNs see {@link HostClock#epochNanos()}; 0 when it was not left in order
     */
    public record PhaseRecord(String name, long startNs, long endNs) {

        /** The phase in which requests are sent that do not count. */
        public static final String WARM_UP = "warm up";

        /** The phase whose requests are measured. */
        public static final String MEASURE = "measure";

        /** The phase in which the last answers are awaited. */
        public static final String DRAIN = "drain";
    }

    /**
     * A server that was started.
     *
     * @param pid of the server's process; 0 when there was none
     * @param exit exit status, or -1 when unknown
     * @param stopped kind of its end; {@code null} when it did not end
     * @param cpuMs processor time during the measurement in milliseconds, or -1 when unknown
     * @param precedence sharing of the processors of its machine; {@code null} unless it is the server under test
     */
    public record ServerRecord(
            String name, String host, long pid, int exit, ServerEnd stopped, long cpuMs, Precedence precedence) {

        /** Creates the record of a server that is not under test. */
        public ServerRecord(String name, String host, long pid, int exit, ServerEnd stopped, long cpuMs) {
            this(name, host, pid, exit, stopped, cpuMs, null);
        }
    }

    /**
     * Exchanges of an HTTP HEAD request and its answer on one open connection. Their time is that of the network there
     * and back, of a relay if there is one, and of the server's shortest answer.
     *
     * @param from name of the host on which they began
     * @param to name of the server
     * @param exchanges number of exchanges
     * @param minMs the shortest, milliseconds
     */
    public record RoundTripRecord(
            String from, String to, When when, int exchanges, double minMs, double medianMs, double maxMs) {

        /** The time of a measurement relative to the load. */
        public enum When {
            BEFORE,
            AFTER
        }
    }
}
