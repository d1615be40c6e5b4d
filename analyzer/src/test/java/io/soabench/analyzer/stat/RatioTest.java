package io.soabench.analyzer.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RatioTest {

    private static final double[] FAST = {10, 10.2, 9.9, 10.1, 9.8, 10.05};
    private static final double[] SLOW = {20, 20.5, 19.8, 20.2, 19.9, 20.1};

    @Test
    void shouldTellADifferenceWhenGroupsAreFarApart() {
        Ratio ratio = Ratio.paired(FAST, SLOW, 0.95);

        assertThat(ratio.value()).isBetween(2.005, 2.008);
        assertThat(ratio.decided()).isTrue();
        assertThat(ratio.low()).isBetween(1.99, 2.0);
        assertThat(ratio.high()).isBetween(2.01, 2.03);
        assertThat(ratio.blocks()).isEqualTo(6);
        assertThat(ratio.effect()).isEqualTo(1);
        // R: wilcox.test(1:6, 7:12)$p.value, exact: 2 / choose(12, 6)
        assertThat(ratio.pValue()).as("ranks over blocks").isNaN();
        // Only all signs, and none, are as extreme.
        assertThat(ratio.signFlip()).isEqualTo(2.0 / 64);
    }

    @Test
    void shouldTakeOutWhatABlockHasInCommonWhenValuesArePaired() {
        // Blocks that differ by a factor of four; in each B takes exp(0.1 +- 0.01) times as long as A.
        double[] a = {10, 20, 40};
        double[] b = {10 * Math.exp(0.09), 20 * Math.exp(0.1), 40 * Math.exp(0.11)};

        Ratio paired = Ratio.paired(a, b, 0.95);

        // sd 0.01; R: qt(0.975, 2) * 0.01 / sqrt(3) = 0.02484138
        assertThat(Math.log(paired.value())).isCloseTo(0.1, within(1e-9));
        assertThat(Math.log(paired.high())).isCloseTo(0.1 + 0.02484138, within(1e-7));
        assertThat(Math.log(paired.low())).isCloseTo(0.1 - 0.02484138, within(1e-7));
        assertThat(paired.decided()).isTrue();
        // R: 2 * pt(-0.1 / (0.01 / sqrt(3)), 2) = 0.003310
        assertThat(paired.pDifference(1)).isCloseTo(0.003310, within(1e-5));
        assertThat(paired.signFlip()).isNaN();
        assertThat(Ratio.unpaired(a, b, 0.95).decided()).isFalse();
    }

    @Test
    void shouldBeTheReciprocalWhenTheGroupsAreExchanged() {
        Ratio one = Ratio.paired(FAST, SLOW, 0.95);
        Ratio other = Ratio.paired(SLOW, FAST, 0.95);

        assertThat(other.value()).isCloseTo(1 / one.value(), within(1e-12));
        assertThat(other.low()).isCloseTo(1 / one.high(), within(1e-12));
        assertThat(other.pDifference(1.5)).isCloseTo(one.pDifference(1.5), within(1e-12));
        assertThat(other.signFlip()).isEqualTo(one.signFlip());
    }

    /** Three engines in three blocks share a spread with four degrees of freedom. */
    @Test
    void shouldPoolTheSpreadOfAllEnginesOfTheBlocks() {
        double[] a = {Math.exp(0.01), Math.exp(-0.01), 1};
        double[] b = {Math.exp(0.1), Math.exp(0.11), Math.exp(0.09)};
        double[] c = {Math.exp(0.53), Math.exp(0.47), Math.exp(0.5)};

        Ratio ratio = Ratio.paired(a, b, List.of(c), 0.95);

        // R: d <- data.frame(y = c(.01, -.01, 0, .1, .11, .09, .53, .47, .5), e = gl(3, 3), b = gl(3, 1, 9));
        // s <- deviance(m <- lm(y ~ e + b, d)) / df.residual(m): 0.001333333 / 4; qt(.975, 4) * sqrt(2 * s / 3)
        assertThat(ratio.freedom()).isEqualTo(4);
        assertThat(ratio.pooled()).isTrue();
        assertThat(Ratio.paired(a, b, 0.95).pooled()).isFalse();
        assertThat(ratio.error()).isCloseTo(Math.sqrt(2 * 0.001333333 / 4 / 3), within(1e-8));
        assertThat(Math.log(ratio.value())).isCloseTo(0.1, within(1e-9));
        assertThat(Math.log(ratio.high())).isCloseTo(0.1 + 2.776445 * ratio.error(), within(1e-6));
        assertThat(ratio.method()).endsWith(", with a spread pooled over 3 engines");
        assertThat(Ratio.paired(b, a, List.of(c), 0.95).low()).isCloseTo(1 / ratio.high(), within(1e-12));
    }

    /** An engine that spreads more than the others keeps its own spread. */
    @Test
    void shouldNotBeNarrowerThanTheSpreadOfThePairItself() {
        double[] a = {1, 1, 1};
        double[] b = {Math.exp(0.3), Math.exp(0.1), Math.exp(-0.1)};
        List<double[]> quiet = List.of(new double[] {2, 2, 2}, new double[] {3, 3, 3}, new double[] {4, 4, 4});

        Ratio ratio = Ratio.paired(a, b, quiet, 0.95);

        assertThat(ratio.error())
                .isCloseTo(Ratio.paired(a, b, 0.95).error(), within(1e-12))
                .isCloseTo(0.2 / Math.sqrt(3), within(1e-12));
        assertThat(Ratio.paired(a, b, List.of(new double[] {0, 1, 1}), 0.95).freedom())
                .as("a time of zero has no logarithm")
                .isEqualTo(2);
    }

    @Test
    void shouldRefusePairsThatAreNone() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Ratio.paired(FAST, new double[] {1}, 0.95))
                .withMessage("6 values cannot be paired with 1");
    }

    @Test
    void shouldTellNoDifferenceWhenGroupsAreTheSame() {
        Ratio ratio = Ratio.paired(FAST, FAST, 0.95);

        assertThat(ratio.decided()).isFalse();
        assertThat(ratio.pDifference(1)).isEqualTo(1);
        assertThat(ratio.pEquivalence(1.05)).isZero();
        assertThat(ratio.signFlip()).isEqualTo(1);
        assertThat(ratio.effect()).isEqualTo(0.5);
    }

    @Test
    void shouldUseWelchWhenValuesAreNotPaired() {
        // Both have sd(log(10:12)) = 0.0911926: error sqrt(2 * 0.0911926^2 / 3) = 0.0744585; freedom 4;
        // R: qt(0.975, 4) = 2.776445; half 0.206730
        Ratio ratio = Ratio.unpaired(new double[] {10, 11, 12}, new double[] {20, 22, 24}, 0.95);

        assertThat(ratio.method()).startsWith("Welch");
        assertThat(ratio.value()).isCloseTo(2, within(1e-12));
        assertThat(Math.log(ratio.high() / 2)).isCloseTo(0.206729, within(1e-5));
        assertThat(Math.log(2 / ratio.low())).isCloseTo(0.206729, within(1e-5));
        assertThat(ratio.pValue()).isNaN();
    }

    @Test
    void shouldPutCasesTogetherByTheirGeometricMeans() {
        // Ratios 2 and 8: geometric mean 4. Each has the error 0.0744585 and 4 degrees of freedom, and counts half:
        // error 0.0744585 / sqrt(2) = 0.0526501; freedom 8; R: qt(0.975, 8) = 2.306004; half 0.121411.
        double[] a = {10, 11, 12};
        Ratio two = Ratio.unpaired(a, new double[] {20, 22, 24}, 0.95);
        Ratio eight = Ratio.unpaired(a, new double[] {80, 88, 96}, 0.95);

        Ratio ratio = Ratio.over(List.of(two, eight), 0.95);

        assertThat(ratio.value()).isCloseTo(4, within(1e-9));
        assertThat(ratio.freedom()).isCloseTo(8, within(1e-9));
        assertThat(Math.log(ratio.high() / 4)).isCloseTo(0.121411, within(1e-5));
        assertThat(Math.log(4 / ratio.low())).isCloseTo(0.121411, within(1e-5));
        Ratio unknown = Ratio.over(List.of(two, Ratio.unpaired(a, new double[] {20}, 0.95)), 0.95);
        assertThat(unknown.known()).isFalse();
        assertThat(unknown.decided()).isFalse();
    }

    @Test
    void shouldTellNothingWhenThereIsOneRepetition() {
        Ratio ratio = Ratio.unpaired(new double[] {10}, new double[] {20, 21}, 0.95);

        assertThat(ratio.decided()).isFalse();
        assertThat(ratio.low()).isNaN();
        assertThat(ratio.pDifference(1)).isNaN();
        assertThat(ratio.pEquivalence(1.05)).isNaN();
        assertThat(ratio.value()).isCloseTo(2.05, within(1e-9));
        assertThat(Ratio.unpaired(new double[] {0, 1}, new double[] {20, 21}, 0.95)
                        .method())
                .contains("not positive");
    }

    @Test
    void shouldSampleSignsWhenThereAreTooManyToCount() {
        Random random = new Random(5);
        double[] a = IntStream.range(0, 21)
                .mapToDouble(i -> 10 + random.nextDouble())
                .toArray();
        double[] same = Arrays.stream(a)
                .map(v -> v * Math.exp(0.1 * random.nextGaussian()))
                .toArray();
        double[] slower = Arrays.stream(a).map(v -> 2 * v).toArray();

        assertThat(Ratio.paired(a, slower, 0.95).signFlip()).isLessThan(1e-4);
        Ratio ratio = Ratio.paired(a, same, 0.95);
        // Where differences are normal, both tests say about the same.
        assertThat(ratio.signFlip()).isCloseTo(ratio.pDifference(1), within(0.02));
    }

    /** Blocks differ, and within them the engines. */
    @ParameterizedTest
    @ValueSource(ints = {3, 5, 10})
    void shouldCoverTheTruthAsOftenAsItSaysWhenRepetitionsAreLognormal(int blocks) {
        Random random = new Random(3);
        int trials = 3_000;
        int covered = 0;
        for (int t = 0; t < trials; t++) {
            double[] a = new double[blocks];
            double[] b = new double[blocks];
            for (int i = 0; i < blocks; i++) {
                double block = 0.3 * random.nextGaussian();
                a[i] = 100 * Math.exp(block + 0.1 * random.nextGaussian());
                b[i] = 150 * Math.exp(block + 0.1 * random.nextGaussian());
            }
            Ratio ratio = Ratio.paired(a, b, 0.95);
            covered += ratio.low() <= 1.5 && ratio.high() >= 1.5 ? 1 : 0;
        }
        assertThat((double) covered / trials).isBetween(0.93, 0.97);
    }
}
