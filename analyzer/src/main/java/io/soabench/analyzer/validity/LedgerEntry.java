package io.soabench.analyzer.validity;

/**
 * Two numbers that must agree, or of {@link #CALLS_AT_ONCE} a number and the largest that it may be.
 *
 * @param process a process of a mix, or all that the clients call
 * @param expected null when it is unknown
 * @param found null when nothing counted it
 */
public record LedgerEntry(String process, String entry, Long expected, Long found, State state, String sentence) {

    /** The entry about requests whose calls of partners overlapped, of those whose calls may overlap. */
    public static final String CALLS_AT_ONCE = "requests with calls at once";

    /** The results of the comparison. */
    public enum State {
        AGREES,
        DIFFERS,
        UNKNOWN
    }
}
