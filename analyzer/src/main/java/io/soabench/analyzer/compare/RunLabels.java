package io.soabench.analyzer.compare;

/** The names of runs in sentences: letters, of which the first is the baseline. */
public final class RunLabels {

    /** The label of the baseline. */
    public static final String BASELINE = "A";

    /** Maximum number of runs in a comparison. */
    public static final int MOST_RUNS = 26;

    private RunLabels() {}

    /** Returns the label of a run by its index, from 0. */
    public static String of(int place) {
        if (place < 0 || place >= MOST_RUNS) {
            throw new IllegalArgumentException("there is no letter for run " + place);
        }
        return String.valueOf((char) ('A' + place));
    }
}
