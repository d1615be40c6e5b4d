package io.soabench.plan;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The load client's record of its own work: {@code load-<client host>.json}. The analyzer judges with it whether the
 * generator itself kept its schedule.
 *
 * @param format version of this format, {@link #FORMAT}
 * @param client the client host
 * @param ended whether it was complete
 * @param warmUp end of the warm-up
 * @param callbacks those that came when requests are answered by a callback; {@code null} when none is
 */
@FileFormat(version = LoadRecord.FORMAT, remedy = "measure the repetition again")
public record LoadRecord(
        int format,
        String caseId,
        String client,
        LoadEnd ended,
        WarmUp warmUp,
        Times times,
        Requests requests,
        Effort effort,
        Callbacks callbacks) {

    /** The version of the format that this class reads and writes. */
    public static final int FORMAT = 2;

    /** The start of the detail of a sample whose answer lacks a value of its row. */
    public static final String WRONG_VALUE = "wrong value";

    /** The detail of a sample whose answer is no SOAP message, if no better reason is known. */
    public static final String ANSWER_NO_SOAP = "the answer is no SOAP message";

    /** The detail of a sample whose answer has no bytes. */
    public static final String ANSWER_EMPTY = "the answer is empty";

    /** The detail of a sample whose answer ends within its envelope. */
    public static final String ANSWER_CUT_OFF = "the answer is cut off";

    /** Creates a record of the version {@link #FORMAT}. */
    public LoadRecord(
            String caseId,
            String client,
            LoadEnd ended,
            WarmUp warmUp,
            Times times,
            Requests requests,
            Effort effort,
            Callbacks callbacks) {
        this(FORMAT, caseId, client, ended, warmUp, times, requests, effort, callbacks);
    }

    /** Creates a record of the version {@link #FORMAT} of a load without callbacks. */
    public LoadRecord(
            String caseId, String client, LoadEnd ended, WarmUp warmUp, Times times, Requests requests, Effort effort) {
        this(caseId, client, ended, warmUp, times, requests, effort, null);
    }

    /** Returns the same by another clock: all instants are that much earlier. */
    public LoadRecord earlier(long ns) {
        return new LoadRecord(format, caseId, client, ended, warmUp, times.earlier(ns), requests, effort, callbacks);
    }

    /** The ways in which the warm-up ends. */
    public enum WarmUp {
        /** The warm-up ended after its fixed length. */
        FIXED,
        /** The warm-up ended because response times had become steady. */
        STEADY,
        /** The warm-up ended after its greatest length, without steady response times. */
        UNSTEADY
    }

    /**
     * The instants of its phases, see {@link HostClock#epochNanos()}.
     *
     * @param startNs start of the warm-up
     * @param measureStartNs start of the measurement
     * @param measureEndNs end of the measurement: no request was started later
     * @param endNs instant at which the last answer was complete or given up
     */
    public record Times(long startNs, long measureStartNs, long measureEndNs, long endNs) {

        private Times earlier(long ns) {
            return new Times(startNs - ns, measureStartNs - ns, measureEndNs - ns, endNs - ns);
        }
    }

    /**
     * The numbers of requests.
     *
     * @param recorded lines in the samples file
     * @param laps number of times that a closed client used up its trace and began again
     */
    public record Requests(Phase warmUp, Phase measure, long recorded, long laps) {

        /** Returns the requests that were sent in both phases. */
        public long sent() {
            return warmUp.sent + measure.sent;
        }
    }

    /**
     * The requests that were to begin in a phase.
     *
     * @param planned arrivals of an open workload; -1 for a closed one
     * @param sent requests that were sent
     * @param missed open arrivals that found no free thread at their time, which is slip; only threads of JMeter can be
     *     missing
     * @param opened connections that were opened for them; those that were opened before the first request count in the
     *     warm-up, also where it has no length
     * @param waits of those that waited for a free connection, which is not slip: they had begun
     * @param slip delays of their starts
     */
    public record Phase(long planned, long sent, long missed, long opened, Waits waits, Slip slip) {}

    /**
     * Waits for a free connection; 0 when there were none.
     *
     * @param requests that waited
     * @param p99Us 99th percentile of their waits, microseconds
     * @param maxUs longest wait, microseconds
     */
    public record Waits(long requests, long p99Us, long maxUs) {

        /** The value when no request waited. */
        public static final Waits NONE = new Waits(0, 0, 0);
    }

    /** The kinds of senders of requests. */
    public enum Engine {
        /** A fixed number of threads that hold all connections. */
        LOOP,
        /** JMeter, with a thread for each request. */
        JMETER;

        /** Returns the word of a model: {@code loop} or {@code jmeter}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the constant with that word, if there is one. */
        public static Optional<Engine> of(String word) {
            return Arrays.stream(values())
                    .filter(engine -> engine.word().equals(word))
                    .findFirst();
        }

        /** Returns all words, for a sentence. */
        public static String words() {
            return Arrays.stream(values()).map(Engine::word).collect(Collectors.joining(", "));
        }
    }

    /**
     * The resources that the load client itself used.
     *
     * @param threads threads that sent requests and took answers
     * @param cpuMs processor time of the client's process during the measurement in milliseconds
     * @param gcPauseMs time spent in garbage collection during the measurement in milliseconds
     */
    public record Effort(Engine engine, int threads, Connections connections, long cpuMs, long gcPauseMs) {}

    /**
     * The connections of a load client.
     *
     * @param use use of connections that the model states
     * @param atOnce greatest number of connections at the same time
     * @param most greatest possible number: the limit of the model, or else of the machine
     */
    public record Connections(ConnectionPlan.Use use, int atOnce, int most) {}

    /**
     * The numbers of callbacks by their kind, warm-up included; those of checks are left out.
     *
     * @param taken those that answered a request which waited for it
     * @param late those of a request that was given up before
     * @param repeated those of a request that was answered before
     * @param foreign those that relate to no request that was sent
     * @param malformed those that are no SOAP message, or do not name their request
     * @param notAccepted number of times that no connection could be accepted because the load client may open no more
     *     files; it tries again ten times a second
     */
    public record Callbacks(long taken, long late, long repeated, long foreign, long malformed, long notAccepted) {

        /** Returns those that no request waited for. */
        public long unwanted() {
            return late + repeated + foreign + malformed;
        }
    }

    /**
     * The delays with which requests were sent: start − intended, microseconds; 0 when there were none.
     *
     * @param p50Us median
     * @param p99Us 99th percentile
     */
    public record Slip(long p50Us, long p99Us, long maxUs) {}
}
