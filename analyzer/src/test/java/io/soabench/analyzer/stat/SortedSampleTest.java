package io.soabench.analyzer.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SortedSampleTest {

    private static final double EXACT = 1e-9;

    @Test
    void shouldAgreeWithRWhenTheSampleIsSmall() {
        // R: x <- c(15, 20, 35, 40, 50); mean(x) 32; sd(x) 14.40486; quantile(x, c(.05, .4, .95, .99)) 16, 29, 48, 49.6
        SortedSample distribution = SortedSample.of(new long[] {40, 15, 50, 20, 35}, 5);

        assertThat(distribution.mean()).isCloseTo(32, within(EXACT));
        assertThat(distribution.sd()).isCloseTo(14.40486, within(1e-5));
        assertThat(distribution.median()).isCloseTo(35, within(EXACT));
        assertThat(distribution.quantile(0.05)).isCloseTo(16, within(EXACT));
        assertThat(distribution.quantile(0.4)).isCloseTo(29, within(EXACT));
        assertThat(distribution.quantile(0.95)).isCloseTo(48, within(EXACT));
        assertThat(distribution.quantile(0.99)).isCloseTo(49.6, within(EXACT));
    }

    @Test
    void shouldTakeTheMeanOfTheMiddleTwoWhenTheNumberIsEven() {
        assertThat(SortedSample.of(new long[] {4, 1, 3, 2}, 4).median()).isEqualTo(2.5);
    }

    @Test
    void shouldHaveNoNumbersWhenEmpty() {
        SortedSample empty = SortedSample.of(new long[0], 0);

        assertThat(empty.count()).isZero();
        assertThat(empty.mean()).isNaN();
        assertThat(empty.quantile(0.99)).isNaN();
        assertThat(SortedSample.of(new long[] {7}, 1).sd()).isNaN();
    }

    @Test
    void shouldRefuseWhenTheShareIsOutOfRange() {
        SortedSample one = SortedSample.of(new long[] {7}, 1);

        assertThatThrownBy(() -> one.quantile(1.5)).hasMessage("a quantile is between 0 and 1, not 1.5");
    }

    @Test
    void shouldLeaveOtherValuesAloneWhenOnlyARangeIsTaken() {
        long[] values = {9, 3, 2, 1, 0};

        assertThat(SortedSample.range(values, 1, 4).median()).isEqualTo(2);
        assertThat(values).containsExactly(9, 1, 2, 3, 0);
    }

    @Test
    void shouldAgreeWithBruteForceWhenValuesAreRandom() {
        for (int seed = 1; seed <= 50; seed++) {
            Random random = new Random(seed);
            long[] values =
                    random.longs(1 + random.nextInt(500), 0, 1_000_000_000_000L).toArray();
            long[] copy = values.clone();
            SortedSample distribution = SortedSample.of(values, values.length);
            double mean = Arrays.stream(copy).asDoubleStream().average().orElseThrow();
            assertThat(distribution.mean()).as("seed %s", seed).isCloseTo(mean, within(mean * 1e-12));
            for (double share : new double[] {0, 0.1, 0.5, 0.95, 0.999, 1}) {
                // The share of values below or equal must reach the asked share, and that of values below must not
                // exceed it.
                double quantile = distribution.quantile(share);
                long below = Arrays.stream(copy).filter(v -> v < quantile).count();
                long upTo = Arrays.stream(copy).filter(v -> v <= quantile).count();
                assertThat(below).as("seed %s, share %s", seed, share).isLessThanOrEqualTo((long)
                        Math.ceil(share * (copy.length - 1)));
                assertThat(upTo)
                        .as("seed %s, share %s", seed, share)
                        .isGreaterThanOrEqualTo((long) Math.floor(share * (copy.length - 1)) + 1);
            }
        }
    }
}
