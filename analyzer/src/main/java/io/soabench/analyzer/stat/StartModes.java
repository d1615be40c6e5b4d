package io.soabench.analyzer.stat;

import java.util.Arrays;
import java.util.Optional;

/**
 * Two kinds of starts of an engine. The compiler of a virtual machine may generate other code in some starts (Barrett et al., "Virtual
 * machine warmup blows hot and cold", 2017). A few starts often miss the rare kind, and then their spread does not contain it.
 *
 * @param fewer number of values below the gap
 * @param below geometric mean of these
 * @param more number of values above it
 * @param above geometric mean of these
 */
public record StartModes(int fewer, double below, int more, double above) {

    /** Minimum number of values that can show groups. */
    public static final int LEAST_VALUES = 6;

    /** The rare kind of starts in sentences: one start in so many. */
    public static final int ONE_IN = 10;

    /** Minimum gap between two groups, as a multiple of the median gap between other neighbours. */
    private static final double GAPS = 5;

    /**
     * Minimum gap as a multiple of the range of all else. Of normal values five gaps alone are found in 17 % (six values) to 86 % (thirty);
     * with this condition in less than 5 %. StartModesTest shows it.
     */
    private static final double RANGES = 2;

    /** Minimum factor between two groups, as a logarithm. */
    private static final double LEAST_GAP = Math.log(1.05);

    /**
     * Returns two groups of values, if there are any. The gap between them is larger than five times the median gap, twice the range
     * without it, and 5 %.
     *
     * @param values positive
     */
    public static Optional<StartModes> of(double[] values) {
        int n = values.length;
        if (n < LEAST_VALUES || !Interval.positive(values)) {
            return Optional.empty();
        }
        double[] sorted = Interval.logarithms(values);
        Arrays.sort(sorted);
        double[] gaps = new double[n - 1];
        int widest = 0;
        for (int i = 0; i < gaps.length; i++) {
            gaps[i] = sorted[i + 1] - sorted[i];
            widest = gaps[i] > gaps[widest] ? i : widest;
        }
        double gap = gaps[widest];
        double rest = sorted[n - 1] - sorted[0] - gap;
        Arrays.sort(gaps);
        double median = (gaps[(n - 2) / 2] + gaps[(n - 1) / 2]) / 2;
        return gap > Math.max(LEAST_GAP, Math.max(GAPS * median, RANGES * rest))
                ? Optional.of(new StartModes(
                        widest + 1,
                        Math.exp(Interval.mean(Arrays.copyOfRange(sorted, 0, widest + 1))),
                        n - widest - 1,
                        Math.exp(Interval.mean(Arrays.copyOfRange(sorted, widest + 1, n)))))
                : Optional.empty();
    }

    /** Returns the probability that a number of starts misses a mode that one start in {@value #ONE_IN} shows. */
    public static double missed(int starts) {
        return Math.pow(1 - 1.0 / ONE_IN, starts);
    }

    /** Returns the same as a sentence without its full stop. */
    public static String missedWords(int starts) {
        return "The probability is " + SentenceText.percent(missed(starts)) + " that "
                + SentenceText.count(starts, "start misses", "starts miss") + " a mode that one start in " + ONE_IN
                + " shows";
    }
}
