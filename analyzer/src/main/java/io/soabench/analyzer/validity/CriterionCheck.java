package io.soabench.analyzer.validity;

/**
 * The finding of a criterion in a repetition.
 *
 * @param criterion the criterion
 * @param measured NaN when there is no number
 * @param bound limit for this repetition; NaN when there is none
 * @param sentence the finding and its meaning
 */
public record CriterionCheck(
        Criterion criterion, double measured, double bound, String unit, State state, String sentence) {

    /** The results of a check. */
    public enum State {
        /** The criterion is kept. */
        GOOD,
        /** A reader should know the finding. */
        WARNING,
        /** The repetition is not valid. */
        VIOLATED,
        /** The check was not possible. */
        UNKNOWN,
        /** There were too few requests, or the measurement was too short. */
        NOT_ASSESSED
    }
}
