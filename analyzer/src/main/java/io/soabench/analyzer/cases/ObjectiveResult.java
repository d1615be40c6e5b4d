package io.soabench.analyzer.cases;

import io.soabench.plan.ObjectivePlan;

/**
 * The result of an objective.
 *
 * @param target judged process, service or server; empty when the case has none
 * @param measured in {@code unit}; NaN when it was not measured
 * @param low lower end of its confidence interval; NaN when there is none
 * @param high upper end of its confidence interval; NaN when there is none
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

    /** Returns whether the objective is open because the machine was busy in all repetitions, so that there is no number. */
    public boolean machineBusy() {
        return state == State.UNDECIDED && Double.isNaN(measured);
    }

    /** The states of an objective. */
    public enum State {
        /** The whole interval keeps the limit. */
        MET,
        /** No part of the interval keeps the limit. */
        MISSED,
        /** The measurement does not show whether the limit is kept; the sentence names the reason and the cure. */
        UNDECIDED,
        /** There is no number to judge, and more repetitions would not give one. */
        UNMEASURED
    }
}
