package io.soabench.analyzer.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class IntervalTest {

    private static final double DIGITS = 1e-6;

    @Test
    void shouldAgreeWithStudentsTableWhenThereAreThreeValues() {
        // mean 11, sd 1, t(0.975, 2) = 4.302653 (R: qt(0.975, 2)); half width 4.302653 / sqrt(3) = 2.484138
        Interval interval = Interval.ofMeans(new double[] {10, 11, 12}, 0.95);

        assertThat(interval.mean()).isEqualTo(11);
        assertThat(interval.low()).isCloseTo(11 - 2.484138, within(DIGITS));
        assertThat(interval.high()).isCloseTo(11 + 2.484138, within(DIGITS));
    }

    @Test
    void shouldBeWiderWhenMoreConfidenceIsAsked() {
        // R: qt(0.995, 2) = 9.924843; 9.924843 / sqrt(3) = 5.730111
        assertThat(Interval.ofMeans(new double[] {10, 11, 12}, 0.99).high()).isCloseTo(11 + 5.730111, within(DIGITS));
    }

    @Test
    void shouldBeUnknownWhenThereIsOneValue() {
        Interval interval = Interval.ofMeans(new double[] {10}, 0.95);

        assertThat(interval.mean()).isEqualTo(10);
        assertThat(interval.known()).isFalse();
        assertThat(Interval.ofMeans(new double[0], 0.95).mean()).isNaN();
    }

    @Test
    void shouldCountGroupsTheSameWhenTheyHaveDifferentSizes() {
        // Means 11 and 21; errors (1/3 + 1/2 * 2) / 4 with variances 1 and 2: (0.333333 + 1) / 4 = 0.333333;
        // freedom = 0.333333^2 / (0.083333^2 / 2 + 0.25^2 / 1) = 1.684211.
        Interval interval = Interval.ofGroups(new double[][] {{10, 11, 12}, {20, 22}}, 0.95);

        assertThat(interval.mean()).isEqualTo(16);
        double half = Interval.t(1.6842105263, 0.95) * Math.sqrt(1.0 / 3);
        assertThat(interval.high() - 16).isCloseTo(half, within(DIGITS));
        assertThat(interval.count()).isEqualTo(5);
    }

    @Test
    void shouldBeUnknownWhenAGroupHasOneValue() {
        Interval interval = Interval.ofGroups(new double[][] {{10, 11, 12}, {20}}, 0.95);

        assertThat(interval.mean()).isEqualTo(15.5);
        assertThat(interval.known()).isFalse();
    }
}
