package io.soabench.plan;

/**
 * What a load client says of its own work: {@code load-<client host>.json}. The analyzer judges with it whether the
 * generator itself kept its schedule.
 *
 * @param format version of this format, {@link #FORMAT}
 * @param startNs start of the warm-up, see {@link HostClock#epochNanos()}
 * @param measureStartNs start of the measurement
 * @param measureEndNs end of the measurement: no request was started later
 * @param endNs when the last answer was there or given up
 * @param planned requests that the trace wanted to be sent before the end of the measurement; -1 for a closed workload
 * @param sent requests that were sent
 * @param recorded lines in the samples file
 * @param poolDry how often an open arrival found no free thread at its time (counts as slip, see the samples)
 * @param laps how often a closed client used its trace up and began again
 * @param threads threads that sent requests
 * @param cpuMs processor time of the client's process during the measurement in milliseconds
 * @param gcPauseMs time spent in garbage collection during the measurement in milliseconds
 * @param slipP50Us median of start − intended in the measurement, microseconds
 * @param slipP99Us its 99th percentile
 * @param slipMaxUs its maximum
 * @param ended whether it was complete
 * @param warmUp how the warm-up ended
 */
@FileFormat(version = LoadRecord.FORMAT, remedy = "measure the repetition again")
public record LoadRecord(
        int format,
        String caseId,
        String client,
        long startNs,
        long measureStartNs,
        long measureEndNs,
        long endNs,
        long planned,
        long sent,
        long recorded,
        long poolDry,
        long laps,
        int threads,
        long cpuMs,
        long gcPauseMs,
        long slipP50Us,
        long slipP99Us,
        long slipMaxUs,
        LoadEnd ended,
        WarmUp warmUp) {

    /** The version of the format that this class reads and writes. */
    public static final int FORMAT = 1;

    /** The same by another clock: all instants are that much earlier. */
    public LoadRecord earlier(long ns) {
        return new LoadRecord(
                format,
                caseId,
                client,
                startNs - ns,
                measureStartNs - ns,
                measureEndNs - ns,
                endNs - ns,
                planned,
                sent,
                recorded,
                poolDry,
                laps,
                threads,
                cpuMs,
                gcPauseMs,
                slipP50Us,
                slipP99Us,
                slipMaxUs,
                ended,
                warmUp);
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
}
