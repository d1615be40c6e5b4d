package io.soabench.load;

/**
 * A line of progress.
 *
 * @param phase {@code ready}, {@code warmup}, {@code measure} or {@code drain}
 * @param sent requests since the start
 * @param sentPerSecond since the last line
 * @param answersPerSecond right answers since the last line
 * @param inFlight requests sent and not answered
 * @param failures samples that are not OK, since the start
 * @param medianMs median of the latency in this phase so far
 * @param p99Ms 99th percentile of the latency in this phase so far
 * @param slipP99Ms 99th percentile of start − intended in this phase so far
 */
record ProgressLine(
        String phase,
        long sent,
        double sentPerSecond,
        double answersPerSecond,
        long inFlight,
        long failures,
        double medianMs,
        double p99Ms,
        double slipP99Ms) {}
