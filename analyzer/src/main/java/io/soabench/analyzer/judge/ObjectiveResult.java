package io.soabench.analyzer.judge;

import io.soabench.plan.Plan.ObjectivePlan;

/**
 * Whether an objective is met.
 *
 * @param target of what it was judged: a process, service or server; empty when the case has nothing of that
 * @param measured in {@code unit}; NaN when it cannot be decided
 * @param bound the objective's limit in {@code unit}
 */
public record ObjectiveResult(
        ObjectivePlan objective,
        String target,
        double measured,
        double bound,
        String unit,
        State state,
        String sentence) {

    /** Result of an objective. */
    public enum State {
        MET,
        MISSED,
        UNDECIDABLE
    }
}
