package io.soabench.analyzer.validity;

/**
 * Two numbers that must agree.
 *
 * @param expected null when it is unknown
 * @param found null when nothing counted it
 */
public record LedgerEntry(String entry, Long expected, Long found, State state, String sentence) {

    /** Whether the numbers agree. */
    public enum State {
        AGREES,
        DIFFERS,
        UNKNOWN
    }
}
