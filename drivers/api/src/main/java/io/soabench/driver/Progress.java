package io.soabench.driver;

import io.soabench.plan.Plan;

/**
 * Hears of what a driver does. An implementation must return quickly and be safe for use by many threads, since cases may run at
 * the same time.
 */
public interface Progress {

    /** A repetition begins: it is the k-th of n that this run still has to do. */
    void executionStarted(Plan.Execution execution, int k, int n);

    /** A phase was entered; {@code timeMs} is how long it will last, or -1 when that is not known. */
    void phaseEntered(Plan.Execution execution, Phase phase, long timeMs);

    /** What the load clients have seen so far, all together, about once a second. */
    void load(Plan.Execution execution, Load load);

    /** A repetition ended; {@code message} is empty when all went well. */
    void executionEnded(Plan.Execution execution, boolean completed, String message);

    /** Something that a user should know, one sentence. */
    void note(String message);

    /**
     * State of the load.
     *
     * @param p99Ms 99th percentile of the latencies in the current phase, milliseconds
     */
    record Load(String phase, long sent, double sentPerSecond, long inFlight, long failures, double p99Ms) {}

    /** Hears and forgets. */
    Progress SILENT = new Progress() {
        @Override
        public void executionStarted(Plan.Execution execution, int k, int n) {}

        @Override
        public void phaseEntered(Plan.Execution execution, Phase phase, long timeMs) {}

        @Override
        public void load(Plan.Execution execution, Load load) {}

        @Override
        public void executionEnded(Plan.Execution execution, boolean completed, String message) {}

        @Override
        public void note(String message) {}
    };
}
