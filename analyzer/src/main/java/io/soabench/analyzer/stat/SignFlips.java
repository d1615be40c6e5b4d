package io.soabench.analyzer.stat;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The sign-flip test of paired differences. It needs no distribution, only that each difference is as likely with the other sign (R. A.
 * Fisher, "The design of experiments", 1935, §21).
 */
final class SignFlips {

    /** Maximum number of differences for which all combinations of signs are counted; more have a sample of combinations. */
    private static final int MOST_COUNTED = 30;

    private static final int SAMPLED = 20_000;

    /** Factor within which sums are equal except for rounding. */
    private static final double EQUAL_FACTOR = 1 - 1e-9;

    private SignFlips() {}

    /**
     * Returns the share of all combinations of signs for which the sum of the differences is at least as far from zero as their actual sum.
     *
     * @return above 0, at most 1
     */
    static double pValue(double[] differences) {
        double observed = Math.abs(Arrays.stream(differences).sum()) * EQUAL_FACTOR;
        return differences.length <= MOST_COUNTED ? counted(differences, observed) : sampled(differences, observed);
    }

    /**
     * Returns the share of all combinations of signs for which the sum of the differences is at least as large as their actual sum: the
     * one-sided test.
     *
     * @return above 0, at most 1
     */
    static double pGreater(double[] differences) {
        double sum = Arrays.stream(differences).sum();
        // Half of all combinations have a sum that is not negative. The two-sided share counts both ends.
        return sum > 0 ? pValue(differences) / 2 : 1 - pValue(differences) / 2;
    }

    /**
     * Returns the counted share. Each half of the differences has few sums, and a pair of them, one of each half, is a combination. For
     * each sum of the first half, the extreme sums of the second half in one direction are the last ones of their order. Their number only
     * grows in the course of the count. The other direction has as many, because each combination has its mirror image.
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

    /**
     * Returns the sums of all combinations of signs, in ascending order. A further sign gives two such lists, which are
     * merged.
     */
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
