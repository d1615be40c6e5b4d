package io.soabench.analyzer.cases;

import io.soabench.plan.Plan.ObjectivePlan;

/**
 * Whether an objective is met.
 *
 * @param target of what it was judged: a process, service or server; empty when the case has nothing of that
 * @param measured in {@code unit}; NaN when it was not measured
 * @param low lower end of its confidence interval; NaN when there is none
 * @param high upper end; likewise
 * @param bound the objective's limit in {@code unit}
 */
public record ObjectiveResult(
        ObjectivePlan objective,
        String target,
        double measured,
        double low,
        double high,
        double bound,
        String unit,
        State state,
        String sentence) {

    /** Result of an objective. */
    public enum State {
        /** The whole interval keeps the limit. */
        MET,
        /** None of the interval keeps it. */
        MISSED,
        /** What was measured does not show whether the limit is kept; the sentence says why, and what may tell. */
        UNDECIDED,
        /** There is no number to be judged by, which more repetitions would not change. */
        UNMEASURED
    }
}
