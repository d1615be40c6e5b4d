package io.soabench.analyzer.judge;

import io.soabench.analyzer.stat.Words;
import java.util.stream.IntStream;

/** Says of how few repetitions something was concluded: an interval of two or three takes for granted what nobody can check with them. */
final class Few {

    /** The largest number that is few. */
    static final int MOST = 3;

    private Few() {}

    /** Part of a sentence, after a number; empty when there are more. */
    static String repetitions(IntStream numbers) {
        int[] sorted = numbers.sorted().toArray();
        if (sorted.length == 0 || sorted[0] > MOST) {
            return "";
        }
        int most = sorted[sorted.length - 1];
        return ", over only " + (sorted[0] == most ? "" : sorted[0] + " to ")
                + Words.count(most, "repetition", "repetitions");
    }
}
