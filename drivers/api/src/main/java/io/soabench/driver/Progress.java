package io.soabench.driver;

import io.soabench.plan.Execution;

/**
 * A listener to the work of a driver. An implementation must return quickly and be safe for use by many threads, since
 * cases may run at the same time.
 */
public interface Progress {

    /** Reports that a repetition begins: the k-th of n that this run still has to do. */
    void executionStarted(Execution execution, int k, int n);

    /** Reports that a phase was entered; {@code timeMs} is its expected length, or -1 when that is not known. */
    void phaseEntered(Execution execution, Phase phase, long timeMs);

    /** Reports the figures of all load clients together so far, about once a second. */
    void load(Execution execution, Load load);

    /** Reports the figures of a repetition that is about to end, all load clients together. */
    void measured(Execution execution, Measured measured);

    /** Reports that a repetition ended; {@code message} is empty when all went well. */
    void executionEnded(Execution execution, boolean completed, String message);

    /** Reports a fact that a user should know, one sentence. */
    void note(String message);

    /**
     * State of the load.
     *
     * @param sentPerSecond requests that were sent in the last second or so, the offered load
     * @param answersPerSecond right answers in the same time, the served load
     * @param inFlight requests that were sent and are not answered
     * @param medianMs median of the response times in the current phase, milliseconds; 0 while there is none
     * @param p99Ms 99th percentile of the response times in the current phase, milliseconds; 0 while there is none
     * @param slipP99Ms 99th percentile of the delays with which requests of the current phase were sent, milliseconds
     */
    record Load(
            String phase,
            long sent,
            double sentPerSecond,
            double answersPerSecond,
            long inFlight,
            long failures,
            double medianMs,
            double p99Ms,
            double slipP99Ms) {}

    /**
     * The totals of the samples of a measurement.
     *
     * @param requests of the measurement, those that failed included
     * @param answersPerSecond right answers that came while it lasted, per second; NaN when it did not last
     * @param failures requests without a right answer
     * @param p99Ms 99th percentile of the response times as in the report, milliseconds; NaN when there is none
     */
    record Measured(long requests, double answersPerSecond, long failures, double p99Ms) {}

    /** A listener that ignores all reports. */
    Progress SILENT = new Progress() {
        @Override
        public void executionStarted(Execution execution, int k, int n) {}

        @Override
        public void phaseEntered(Execution execution, Phase phase, long timeMs) {}

        @Override
        public void load(Execution execution, Load load) {}

        @Override
        public void measured(Execution execution, Measured measured) {}

        @Override
        public void executionEnded(Execution execution, boolean completed, String message) {}

        @Override
        public void note(String message) {}
    };
}
