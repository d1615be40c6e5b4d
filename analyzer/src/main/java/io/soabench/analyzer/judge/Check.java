package io.soabench.analyzer.judge;

/**
 * One check of a repetition's validity.
 *
 * @param aspect what was checked
 * @param measured NaN when the check has no number
 * @param bound limit, NaN likewise
 * @param sentence what was found and what it means
 */
public record Check(String aspect, double measured, double bound, String unit, State state, String sentence) {

    /** Result of a check. */
    public enum State {
        /** As it should be. */
        GOOD,
        /** A reader should know it. */
        WARNING,
        /** The repetition is not valid. */
        VIOLATED,
        /** Could not be checked. */
        UNKNOWN
    }
}
