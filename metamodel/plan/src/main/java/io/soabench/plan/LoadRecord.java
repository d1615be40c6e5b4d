package io.soabench.plan;

/**
 * What a load client says of its own work: {@code load-<client host>.json}. The analyzer judges with it whether the
 * generator itself kept its schedule.
 *
 * @param format version of this format, {@link #FORMAT}
 * @param client the client host
 * @param ended whether it was complete
 * @param warmUp how the warm-up ended
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
        Slip slip) {

    /** The version of the format that this class reads and writes. */
    public static final int FORMAT = 1;

    /** A record of this version. */
    public LoadRecord(
            String caseId,
            String client,
            LoadEnd ended,
            WarmUp warmUp,
            Times times,
            Requests requests,
            Effort effort,
            Slip slip) {
        this(FORMAT, caseId, client, ended, warmUp, times, requests, effort, slip);
    }

    /** The same by another clock: all instants are that much earlier. */
    public LoadRecord earlier(long ns) {
        return new LoadRecord(format, caseId, client, ended, warmUp, times.earlier(ns), requests, effort, slip);
    }

    /** How the warm-up ended. */
    public enum WarmUp {
        /** After the length that was given. */
        FIXED,
        /** Response times had become steady. */
        STEADY,
        /** After the greatest length that was given, without steady response times. */
        UNSTEADY
    }

    /**
     * When it did what, see {@link HostClock#epochNanos()}.
     *
     * @param startNs start of the warm-up
     * @param measureStartNs start of the measurement
     * @param measureEndNs end of the measurement: no request was started later
     * @param endNs when the last answer was there or given up
     */
    public record Times(long startNs, long measureStartNs, long measureEndNs, long endNs) {

        private Times earlier(long ns) {
            return new Times(startNs - ns, measureStartNs - ns, measureEndNs - ns, endNs - ns);
        }
    }

    /**
     * How many requests there were, in the warm-up and in the measurement.
     *
     * @param planned requests that the trace wanted to be sent before the end of the measurement; -1 for a closed workload
     * @param sent requests that were sent
     * @param recorded lines in the samples file
     * @param poolDry how often an open arrival found no free thread at its time (counts as slip, see the samples)
     * @param laps how often a closed client used its trace up and began again
     */
    public record Requests(long planned, long sent, long recorded, long poolDry, long laps) {}

    /**
     * What the load client itself needed.
     *
     * @param threads threads that sent requests
     * @param cpuMs processor time of the client's process during the measurement in milliseconds
     * @param gcPauseMs time spent in garbage collection during the measurement in milliseconds
     */
    public record Effort(int threads, long cpuMs, long gcPauseMs) {}

    /**
     * How late requests of the measurement were sent: start − intended, microseconds.
     *
     * @param p50Us median
     * @param p99Us 99th percentile
     */
    public record Slip(long p50Us, long p99Us, long maxUs) {}
}
