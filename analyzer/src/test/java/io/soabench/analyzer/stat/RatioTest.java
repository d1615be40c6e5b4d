package io.soabench.analyzer.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

final class RatioTest {

    private static final double[] FAST = {10, 10.2, 9.9, 10.1, 9.8, 10.05};
    private static final double[] SLOW = {20, 20.5, 19.8, 20.2, 19.9, 20.1};

    @Test
    void shouldTellADifferenceWhenGroupsAreFarApart() {
        Ratio ratio = Ratio.of(FAST, SLOW, 0.95, 1);

        // Means 10.008333 and 20.083333.
        assertThat(ratio.value()).isCloseTo(2.0066611, within(1e-6));
        assertThat(ratio.decided()).isTrue();
        assertThat(ratio.low()).isBetween(1.97, 2.0);
        assertThat(ratio.high()).isBetween(2.02, 2.05);
        assertThat(ratio.method()).startsWith("bootstrap");
        assertThat(ratio.effect()).isEqualTo(1);
        // R: wilcox.test(1:6, 7:12)$p.value, exact: 2 / choose(12, 6)
        assertThat(ratio.pValue()).isCloseTo(2.0 / 924, within(1e-9));
    }

    @Test
    void shouldGiveTheSameWhenTheSeedIsTheSame() {
        assertThat(Ratio.of(FAST, SLOW, 0.95, 7)).isEqualTo(Ratio.of(FAST, SLOW, 0.95, 7));
    }

    @Test
    void shouldTellNoDifferenceWhenGroupsAreTheSame() {
        Ratio ratio = Ratio.of(FAST, FAST, 0.95, 1);

        assertThat(ratio.decided()).isFalse();
        assertThat(ratio.effect()).isEqualTo(0.5);
    }

    @Test
    void shouldUseWelchWhenThereAreFewRepetitions() {
        // Relative errors of the means: var 1 / 3 / 11^2 = 0.002754821 and var 4 / 3 / 22^2 = the same; sum
        // 0.005509642;
        // freedom 4; R: qt(0.975, 4) = 2.776445; half = 2.776445 * sqrt(0.005509642) = 0.206086
        Ratio ratio = Ratio.of(new double[] {10, 11, 12}, new double[] {20, 22, 24}, 0.95, 1);

        assertThat(ratio.method()).startsWith("Welch");
        assertThat(ratio.value()).isEqualTo(2);
        assertThat(Math.log(ratio.high() / 2)).isCloseTo(0.206086, within(1e-5));
        assertThat(Math.log(2 / ratio.low())).isCloseTo(0.206086, within(1e-5));
        assertThat(ratio.pValue()).isNaN();
    }

    @Test
    void shouldPutCasesTogetherByTheirGeometricMeans() {
        // Ratios 2 and 8: geometric mean 4. Each of the four groups has the relative error 0.002754821 of above, and
        // counts half: error 4 * 0.002754821 / 4; freedom 8; R: qt(0.975, 8) = 2.306004; half 2.306004 * 0.05248638.
        double[][] a = {{10, 11, 12}, {10, 11, 12}};
        double[][] b = {{20, 22, 24}, {80, 88, 96}};

        Ratio ratio = Ratio.ofGroups(a, b, 0.95);

        assertThat(ratio.value()).isCloseTo(4, within(1e-9));
        assertThat(Math.log(ratio.high() / 4)).isCloseTo(0.121034, within(1e-5));
        assertThat(Math.log(4 / ratio.low())).isCloseTo(0.121034, within(1e-5));
        assertThat(Ratio.ofGroups(a, new double[][] {{20}, {20}}, 0.95).decided())
                .isFalse();
        assertThat(Ratio.ofGroups(a, a, 0.95).decided()).isFalse();
    }

    @Test
    void shouldTellNothingWhenThereIsOneRepetition() {
        Ratio ratio = Ratio.of(new double[] {10}, new double[] {20, 21}, 0.95, 1);

        assertThat(ratio.decided()).isFalse();
        assertThat(ratio.low()).isNaN();
        assertThat(ratio.value()).isCloseTo(2.05, within(1e-9));
    }

    @Test
    void shouldCoverTheTruthAboutAsOftenAsItSaysWhenRepeated() {
        Random random = new Random(3);
        for (int size : new int[] {3, 10}) {
            int covered = 0;
            int trials = 300;
            for (int t = 0; t < trials; t++) {
                double[] a = random.doubles(size)
                        .map(u -> 100 + 10 * random.nextGaussian())
                        .toArray();
                double[] b = random.doubles(size)
                        .map(u -> 150 + 15 * random.nextGaussian())
                        .toArray();
                Ratio ratio = Ratio.of(a, b, 0.95, t);
                covered += ratio.low() <= 1.5 && ratio.high() >= 1.5 ? 1 : 0;
            }
            // The bootstrap of ten values is known to be a little too narrow.
            assertThat(covered).as("size %s", size).isBetween((int) (trials * 0.87), trials - 1);
        }
    }
}
