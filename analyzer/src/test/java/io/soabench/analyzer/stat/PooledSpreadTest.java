package io.soabench.analyzer.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class PooledSpreadTest {

    private static final int RUNS = 4_000;
    private static final double CONFIDENCE = 0.95;

    /** Lognormal repetitions around 1: what an interval is to hold. */
    private static double[] drawn(Random random, int repetitions, double spread) {
        double[] values = new double[repetitions];
        for (int i = 0; i < repetitions; i++) {
            values[i] = Math.exp(spread * random.nextGaussian());
        }
        return values;
    }

    /** Share of the intervals of all cases that hold the truth, on logarithms. */
    private static double coverage(long seed, int repetitions, double... spreads) {
        Random random = new Random(seed);
        int holds = 0;
        int all = 0;
        for (int run = 0; run < RUNS / spreads.length; run++) {
            List<double[]> cases = new ArrayList<>();
            for (double spread : spreads) {
                cases.add(drawn(random, repetitions, spread));
            }
            for (double[] own : cases) {
                Optional<PooledSpread> shared = PooledSpread.of(
                        own, cases.stream().filter(other -> other != own).toList());
                if (shared.isPresent()) {
                    double middle = Math.exp(Interval.mean(Interval.logarithms(own)));
                    double factor = shared.get().factor(repetitions, CONFIDENCE);
                    all++;
                    holds += middle / factor <= 1 && 1 <= middle * factor ? 1 : 0;
                }
            }
        }
        assertThat(all).isGreaterThan(RUNS / 2);
        return (double) holds / all;
    }

    @Test
    void shouldHoldTheTruthAsOftenAsItSays() {
        for (long seed : new long[] {1, 2, 3}) {
            for (int repetitions : new int[] {2, 3}) {
                assertThat(coverage(seed, repetitions, 0.05, 0.05, 0.05)).isBetween(0.93, 0.97);
                assertThat(coverage(seed, repetitions, 0.05, 0.05, 0.05, 0.05)).isBetween(0.93, 0.97);
                assertThat(coverage(seed, repetitions, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1))
                        .isBetween(0.93, 0.97);
                assertThat(coverage(seed, repetitions, 0.035, 0.065, 0.035, 0.065))
                        .as("spreads differ by 30 %")
                        .isBetween(0.92, 0.97);
            }
        }
    }

    /** From two repetitions on that have a spread of their own. */
    @Test
    void shouldHoldTheTruthWithoutSharingToo() {
        for (long seed : new long[] {1, 2, 3}) {
            for (int repetitions : new int[] {2, 3, 5, 10, 20, 30}) {
                Random random = new Random(seed);
                int runs = repetitions > Interval.MOST_FOR_T ? RUNS / 4 : RUNS;
                int holds = 0;
                for (int run = 0; run < runs; run++) {
                    Interval interval = Interval.of(drawn(random, repetitions, 0.05), CONFIDENCE);
                    double truth = Math.exp(0.05 * 0.05 / 2);
                    holds += interval.low() <= truth && truth <= interval.high() ? 1 : 0;
                }
                assertThat((double) holds / runs)
                        .as("%s repetitions, seed %s", repetitions, seed)
                        .isBetween(0.92, 0.975);
            }
        }
    }

    @Test
    void shouldBeMuchNarrowerThanTwoRepetitionsBeside() {
        double[] own = {320, 462};
        PooledSpread spread = PooledSpread.of(
                        own, List.of(new double[] {100, 130}, new double[] {50, 40}, new double[] {9, 11}))
                .orElseThrow();

        assertThat(spread.cases()).isEqualTo(4);
        assertThat(spread.freedom()).isEqualTo(4);
        Interval interval = Interval.of(own, spread, CONFIDENCE);
        assertThat(interval.mean()).isCloseTo(391, within(1e-9));
        assertThat(interval.high() / interval.mean()).isBetween(1.2, 2.0);
        assertThat(Interval.of(own, CONFIDENCE).high() / 391).isGreaterThan(9);
    }

    @Test
    void shouldNotShareWhereThereAreTooFewOrOthersAreUnlike() {
        double[] own = {10, 11};

        assertThat(PooledSpread.of(own, List.of())).isEmpty();
        assertThat(PooledSpread.of(own, List.of(new double[] {10, 11}))).isEmpty();
        assertThat(PooledSpread.of(new double[] {10}, List.of(own, own, own))).isEmpty();
        assertThat(PooledSpread.of(new double[] {0, 11}, List.of(own, own, own)))
                .isEmpty();
        assertThat(PooledSpread.of(new double[] {10, 11, 12}, List.of(own, own, own)))
                .as("two say less than three")
                .isEmpty();
        assertThat(PooledSpread.of(
                        new double[] {10, 100},
                        List.of(new double[] {10, 10.1}, new double[] {10, 10.1}, new double[] {10, 9.9})))
                .as("it spreads far more than the others")
                .isEmpty();
        assertThat(PooledSpread.of(
                                own, List.of(new double[] {10, 11.2}, new double[] {10, 9.1}, new double[] {1, 1000}))
                        .orElseThrow()
                        .cases())
                .as("one that spreads far more than the others is no help")
                .isEqualTo(3);
        assertThat(PooledSpread.of(own, List.of(new double[] {5, 5}, new double[] {5, 5}, new double[] {5, 5})))
                .isEmpty();
    }
}
