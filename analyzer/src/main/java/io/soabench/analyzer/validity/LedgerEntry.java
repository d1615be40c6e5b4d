package io.soabench.analyzer.validity;

/**
 * Two numbers that must agree.
 *
 * @param process a process of a mix, or all that the clients call
 * @param expected null when it is unknown
 * @param found null when nothing counted it
 */
public record LedgerEntry(String process, String entry, Long expected, Long found, State state, String sentence) {

    /** The results of the comparison. */
    public enum State {
        AGREES,
        DIFFERS,
        UNKNOWN
    }
}
