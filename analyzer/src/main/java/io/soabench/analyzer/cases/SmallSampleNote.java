package io.soabench.analyzer.cases;

import io.soabench.analyzer.stat.SentenceText;
import java.util.stream.IntStream;

/**
 * A note that an interval rests on two or three repetitions. Such an interval depends on assumptions that so few repetitions cannot check.
 */
public final class SmallSampleNote {

    /** The largest number of repetitions that counts as few. */
    public static final int MOST_REPETITIONS = 3;

    private SmallSampleNote() {}

    /** Returns a part of a sentence that follows a number; empty where every number of repetitions is above {@link #MOST_REPETITIONS}. */
    public static String of(IntStream numbers) {
        int[] sorted = numbers.sorted().toArray();
        return sorted.length == 0 || sorted[0] > MOST_REPETITIONS
                ? ""
                : ", over only " + repetitions(sorted[0], sorted[sorted.length - 1]);
    }

    /** Returns a range of numbers of repetitions in words, such as "2 to 3 repetitions". */
    public static String repetitions(int least, int most) {
        return (least == most ? "" : least + " to ") + SentenceText.count(most, "repetition", "repetitions");
    }
}
