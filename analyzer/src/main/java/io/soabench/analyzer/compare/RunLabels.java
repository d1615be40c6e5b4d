package io.soabench.analyzer.compare;

/** What runs are called in sentences: letters, of which the first is the baseline. */
public final class RunLabels {

    /** The run against which the others are held. */
    public static final String BASELINE = "A";

    /** More would be no table. */
    public static final int MOST = 26;

    private RunLabels() {}

    /** The label of the run at a place, from 0. */
    public static String of(int place) {
        if (place < 0 || place >= MOST) {
            throw new IllegalArgumentException("there is no letter for run " + place);
        }
        return String.valueOf((char) ('A' + place));
    }
}
