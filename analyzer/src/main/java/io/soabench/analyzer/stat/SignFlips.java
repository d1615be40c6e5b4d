package io.soabench.analyzer.stat;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The sign-flip test of paired differences. It needs no distribution, only that a difference would be as likely with the other sign
 * (R. A. Fisher, "The design of experiments", 1935, §21).
 */
final class SignFlips {

    /** Up to so many differences all combinations of signs are counted, of more a sample of them. */
    private static final int MOST_COUNTED = 30;

    private static final int SAMPLED = 20_000;

    /** Sums that differ by rounding only are the same. */
    private static final double SAME = 1 - 1e-9;

    private SignFlips() {}

    /**
     * The share of all combinations of signs for which the sum of the differences is at least as far from zero as it is.
     *
     * @return above 0, at most 1
     */
    static double pValue(double[] differences) {
        double observed = Math.abs(Arrays.stream(differences).sum()) * SAME;
        return differences.length <= MOST_COUNTED ? counted(differences, observed) : sampled(differences, observed);
    }

    /**
     * The share of all combinations of signs for which the sum of the differences is at least as large as it is: the one-sided test.
     *
     * @return above 0, at most 1
     */
    static double pGreater(double[] differences) {
        double sum = Arrays.stream(differences).sum();
        // Of all combinations half have a sum that is not negative; the two-sided share counts both ends.
        return sum > 0 ? pValue(differences) / 2 : 1 - pValue(differences) / 2;
    }

    /**
     * Each half of the differences has few sums: a pair of them, one of each half, is a combination. For each sum of the first half, those
     * of the second that lead too far in one direction are the last ones of their order, and how many they are only grows. The other
     * direction has as many, for each combination has its mirror image.
     */
    private static double counted(double[] differences, double observed) {
        int half = differences.length / 2;
        double[] first = sums(Arrays.copyOfRange(differences, 0, half));
        double[] second = sums(Arrays.copyOfRange(differences, half, differences.length));
        if (observed == 0) {
            return 1;
        }
        long extreme = 0;
        int from = second.length;
        for (double sum : first) {
            while (from > 0 && sum + second[from - 1] >= observed) {
                from--;
            }
            extreme += second.length - from;
        }
        return 2.0 * extreme / ((double) first.length * second.length);
    }

    /** The sums of all combinations of signs, in ascending order: those with a sign more are two such lists, which are merged. */
    private static double[] sums(double[] differences) {
        double[] sums = {0};
        for (double difference : differences) {
            double step = Math.abs(difference);
            double[] more = new double[2 * sums.length];
            int lower = 0;
            int upper = 0;
            for (int i = 0; i < more.length; i++) {
                more[i] = lower < sums.length && sums[lower] - step <= sums[upper] + step
                        ? sums[lower++] - step
                        : sums[upper++] + step;
            }
            sums = more;
        }
        return sums;
    }

    private static double sampled(double[] differences, double observed) {
        SplittableRandom random = new SplittableRandom(1935);
        long extreme = 1;
        for (int i = 0; i < SAMPLED; i++) {
            double sum = 0;
            for (double difference : differences) {
                sum += random.nextBoolean() ? difference : -difference;
            }
            extreme += Math.abs(sum) >= observed ? 1 : 0;
        }
        return extreme / (SAMPLED + 1.0);
    }
}
