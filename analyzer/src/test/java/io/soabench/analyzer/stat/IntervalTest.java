package io.soabench.analyzer.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class IntervalTest {

    private static final double DIGITS = 1e-6;

    @Test
    void shouldGiveStudentsTOnLogarithmsWhenValuesArePositive() {
        // sd of the logarithms 0.091193 (R: sd(log(10:12))), t(0.975, 2) = 4.302653: exp(4.302653 * 0.091193 / sqrt(3))
        Interval interval = Interval.of(new double[] {10, 11, 12}, 0.95);

        assertThat(interval.mean()).isEqualTo(11);
        assertThat(interval.low()).isCloseTo(11 / 1.2542454, within(DIGITS));
        assertThat(interval.high()).isCloseTo(11 * 1.2542454, within(DIGITS));
    }

    @Test
    void shouldGiveStudentsTOnTheValuesWhenSomeAreZero() {
        // mean 1, sd 1; half width 4.302653 / sqrt(3) = 2.484138: nothing that was counted is below zero.
        Interval counts = Interval.of(new double[] {0, 1, 2}, 0.95);
        assertThat(counts.low()).isZero();
        assertThat(counts.high()).isCloseTo(1 + 2.484138, within(DIGITS));

        Interval differences = Interval.of(new double[] {-1, 0, 1}, 0.95);
        assertThat(differences.low()).isCloseTo(-2.484138, within(DIGITS));
    }

    @Test
    void shouldNeverBeNegativeWhenTwoTimesAreFarApart() {
        // As a quickstart on a busy laptop: Student's t on the values is -1106 to 1716 ms.
        Interval interval = Interval.of(new double[] {194, 416}, 0.95);

        assertThat(interval.low()).isBetween(2.0, 3.0);
        assertThat(interval.high()).isGreaterThan(1716);
    }

    @Test
    void shouldBeWiderWhenMoreConfidenceIsAsked() {
        // R: qt(0.995, 2) = 9.924843; exp(9.924843 * 0.091193 / sqrt(3)) = 1.686308
        assertThat(Interval.of(new double[] {10, 11, 12}, 0.99).high()).isCloseTo(11 * 1.686308, within(1e-4));
        double[] many = IntStream.rangeClosed(1, 30).mapToDouble(i -> i).toArray();
        assertThat(Interval.of(many, 0.99).high())
                .isGreaterThan(Interval.of(many, 0.95).high());
    }

    @Test
    void shouldBeUnknownWhenThereIsOneValue() {
        Interval interval = Interval.of(new double[] {10}, 0.95);

        assertThat(interval.mean()).isEqualTo(10);
        assertThat(interval.known()).isFalse();
        assertThat(Interval.of(new double[0], 0.95).mean()).isNaN();
    }

    @Test
    void shouldBeAPointWhenAllValuesAreTheSame() {
        for (int n : new int[] {2, 20, 21}) {
            double[] same = new double[n];
            Arrays.fill(same, 7);
            assertThat(Interval.of(same, 0.95)).isEqualTo(new Interval(7, 7, 7, n));
        }
    }

    @Test
    void shouldLeanToTheLongTailWhenTheBootstrapHasOne() {
        double[] skewed =
                IntStream.rangeClosed(1, 25).mapToDouble(i -> Math.exp(i / 8.0)).toArray();

        Interval interval = Interval.of(skewed, 0.95);

        assertThat(interval.high() - interval.mean()).isGreaterThan(1.15 * (interval.mean() - interval.low()));
        assertThat(Interval.of(skewed, 0.95)).isEqualTo(interval);
    }

    /** Repetitions as they are: most of them near each other, a few far above. */
    @ParameterizedTest
    @CsvSource({"3, 0.05", "3, 0.3", "5, 0.05", "5, 0.3", "10, 0.05", "10, 0.3", "30, 0.3"})
    void shouldCoverTheMeanAsOftenAsItSaysWhenRepetitionsAreLognormal(int repetitions, double sigma) {
        Random random = new Random(71);
        int trials = repetitions > Interval.MOST_FOR_T ? 1_000 : 3_000;
        double truth = Math.exp(sigma * sigma / 2);
        int covered = 0;
        for (int t = 0; t < trials; t++) {
            double[] values = IntStream.range(0, repetitions)
                    .mapToDouble(i -> Math.exp(sigma * random.nextGaussian()))
                    .toArray();
            Interval interval = Interval.of(values, 0.95);
            covered += interval.low() <= truth && truth <= interval.high() ? 1 : 0;
        }
        assertThat((double) covered / trials).isBetween(0.93, 0.97);
    }

    /** Processors in use of two: repetitions are normal on log-odds, around few, half and nearly all of them. */
    @ParameterizedTest
    @CsvSource({"2, -2, 0.3", "3, 0, 0.5", "5, 2, 0.5", "10, 2, 1", "5, -4, 0.5"})
    void shouldCoverTheMeanBelowABoundAsOftenAsItSays(int repetitions, double middle, double spread) {
        for (long seed : new long[] {1, 2, 3}) {
            Random random = new Random(seed);
            double truth = NumberStatistics.mean(used(random, 100_000, middle, spread));
            int trials = 3_000;
            int covered = 0;
            for (int t = 0; t < trials; t++) {
                Interval interval =
                        Interval.below(2, used(random, repetitions, middle, spread), Optional.empty(), 0.95);
                assertThat(interval.low()).isPositive();
                assertThat(interval.high()).isLessThan(2);
                covered += interval.low() <= truth && truth <= interval.high() ? 1 : 0;
            }
            assertThat((double) covered / trials).as("seed %s", seed).isBetween(0.93, 0.97);
        }
    }

    private static double[] used(Random random, int repetitions, double middle, double spread) {
        return IntStream.range(0, repetitions)
                .mapToDouble(i -> 2 / (1 + Math.exp(-middle - spread * random.nextGaussian())))
                .toArray();
    }

    @Test
    void shouldGiveTheBinomialIntervalWhenRepetitionsFailAlike() {
        // R: binom.test(0, 96), binom.test(26, 200)
        Interval none = Interval.ofShares(new long[] {0, 0}, new long[] {48, 48}, 0.95);
        assertThat(none.mean()).isZero();
        assertThat(none.low()).isZero();
        assertThat(none.high()).isCloseTo(0.03769757, within(DIGITS));

        Interval some = Interval.ofShares(new long[] {12, 14}, new long[] {100, 100}, 0.95);
        assertThat(some.mean()).isEqualTo(0.13);
        assertThat(some.low()).isCloseTo(0.0867, within(1e-4));
        assertThat(some.high()).isCloseTo(0.1846, within(1e-4));

        assertThat(Interval.ofShares(new long[] {9, 9}, new long[] {9, 9}, 0.95).high())
                .isEqualTo(1);
    }

    @Test
    void shouldBeWiderWhenRepetitionsFailDifferently() {
        Interval alike = Interval.ofShares(new long[] {10, 10, 10}, new long[] {100, 100, 100}, 0.95);
        Interval apart = Interval.ofShares(new long[] {0, 0, 30}, new long[] {100, 100, 100}, 0.95);

        assertThat(apart.mean()).isEqualTo(alike.mean());
        assertThat(apart.high() - apart.low()).isGreaterThan(3 * (alike.high() - alike.low()));
    }

    @Test
    void shouldKnowNoIntervalOfAShareWhenOneRepetitionHasRequests() {
        assertThat(Interval.ofShares(new long[] {3, 0}, new long[] {100, 0}, 0.95)
                        .known())
                .isFalse();
        assertThat(Interval.ofShares(new long[0], new long[0], 0.95).mean()).isNaN();
    }

    /** Repetitions that differ more than chance explains: shares of 5 %, alike and with a spread of their own; of three that
     * differ it is known to be a little too narrow. */
    @ParameterizedTest
    @CsvSource({"3, 0", "3, 0.02", "5, 0.02", "10, 0.02"})
    void shouldCoverAShareAsOftenAsItSays(int repetitions, double spread) {
        Random random = new Random(72);
        int trials = 1_000;
        double truth = 0.05;
        int covered = 0;
        for (int t = 0; t < trials; t++) {
            long[] failed = new long[repetitions];
            long[] requests = new long[repetitions];
            for (int r = 0; r < repetitions; r++) {
                double share = Math.max(0, truth + spread * random.nextGaussian());
                requests[r] = 200;
                for (int i = 0; i < requests[r]; i++) {
                    failed[r] += random.nextDouble() < share ? 1 : 0;
                }
            }
            Interval interval = Interval.ofShares(failed, requests, 0.95);
            covered += interval.low() <= truth && truth <= interval.high() ? 1 : 0;
        }
        assertThat((double) covered / trials).isBetween(0.91, 0.985);
    }

    @Test
    void shouldCountGroupsTheSameWhenTheyHaveDifferentSizes() {
        // Means 11 and 21; errors (1/3 + 1/2 * 2) / 4 with variances 1 and 2: (0.333333 + 1) / 4 = 0.333333;
        // freedom = 0.333333^2 / (0.083333^2 / 2 + 0.25^2 / 1) = 1.684211.
        Interval interval = Interval.ofGroups(new double[][] {{10, 11, 12}, {20, 22}}, 0.95);

        assertThat(interval.mean()).isEqualTo(16);
        double half = Interval.t(1.6842105263, 0.95) * Math.sqrt(1.0 / 3) / 16;
        assertThat(Math.log(interval.high() / 16)).isCloseTo(half, within(DIGITS));
        assertThat(Math.log(16 / interval.low())).isCloseTo(half, within(DIGITS));
        assertThat(interval.count()).isEqualTo(5);
    }

    @Test
    void shouldBeUnknownWhenAGroupHasOneValue() {
        Interval interval = Interval.ofGroups(new double[][] {{10, 11, 12}, {20}}, 0.95);

        assertThat(interval.mean()).isEqualTo(15.5);
        assertThat(interval.known()).isFalse();
    }

    @Test
    void shouldKeepItsWidthWhenItIsPutAroundAnotherValue() {
        Interval interval = new Interval(10, 8, 12.5, 3).around(20);

        assertThat(interval).isEqualTo(new Interval(20, 16, 25, 3));
    }
}
