package io.soabench.analyzer.validity;

/**
 * What a criterion found in a repetition.
 *
 * @param criterion by which it was judged
 * @param measured NaN when there is no number
 * @param bound limit that held here, NaN likewise
 * @param sentence what was found and what it means
 */
public record CriterionCheck(
        Criterion criterion, double measured, double bound, String unit, State state, String sentence) {

    /** Result of a check. */
    public enum State {
        /** As it should be. */
        GOOD,
        /** A reader should know it. */
        WARNING,
        /** The repetition is not valid. */
        VIOLATED,
        /** Could not be checked. */
        UNKNOWN,
        /** Too few requests, or too short a measurement, to tell. */
        NOT_ASSESSED
    }
}
