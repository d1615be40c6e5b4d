package io.soabench.analyzer.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class MeasurementLengthTest {

    private static final double DIGITS = 1e-9;

    @Test
    void shouldTakeFromTheSpreadWhatVariesWithinMeasurements() {
        // Variance of the logarithms of 10, 20, 40: log(2)^2; errors of a tenth of the mean: 0.01.
        MeasurementLength windows = MeasurementLength.of(new double[] {10, 20, 40}, new double[] {1, 2, 4}, 30, 15);

        assertThat(windows.within()).isCloseTo(0.01, within(DIGITS));
        assertThat(windows.between()).isCloseTo(Math.pow(Math.log(2), 2) - 0.01, within(DIGITS));
        assertThat(windows.ofStarts()).isCloseTo(1 - 0.01 / Math.pow(Math.log(2), 2), within(DIGITS));
        assertThat(MeasurementLength.of(new double[] {10, 10, 10}, new double[] {1, 1, 1}, 30, 15)
                        .between())
                .isZero();
    }

    @Test
    void shouldWeighSecondsAgainstStarts() {
        // sqrt(within * window * besides / between) = sqrt(0.0004 * 60 * 15 / 0.0036) = 10 s.
        MeasurementLength windows = new MeasurementLength(0.0036, 0.0004, 60, 15);
        assertThat(windows.bestS(1)).isCloseTo(10, within(DIGITS));
        assertThat(windows.bestS(20)).as("not shorter than may be").isEqualTo(20);
        // (0.0036 + 0.0004 * 6) * 25 against 0.004 * 75.
        assertThat(windows.timeWith(10)).isCloseTo(0.5, within(DIGITS));
        assertThat(windows.timeWith(60)).isCloseTo(1, within(DIGITS));
        for (double other : new double[] {3, 6, 9, 11, 15, 30, 100}) {
            assertThat(windows.timeWith(other)).isGreaterThan(windows.timeWith(10));
        }
    }

    @Test
    void shouldMeasureLongerWhenStartsAreAlike() {
        assertThat(new MeasurementLength(0, 0.01, 6, 15).bestS(1))
                .as("not for ever")
                .isEqualTo(60);
        assertThat(new MeasurementLength(0, 0, 6, 15).bestS(1))
                .as("nothing is known")
                .isEqualTo(6);
    }

    /** Where a second within measurements costs as much spread as a start, the estimate is of that size. */
    @Test
    void shouldFindTheSharesOfTheSpreadInSimulatedRepetitions() {
        Random random = new Random(74);
        int repetitions = 400;
        double[] means = new double[repetitions];
        double[] errors = new double[repetitions];
        for (int r = 0; r < repetitions; r++) {
            double start = Math.exp(0.06 * random.nextGaussian());
            double[] parts = IntStream.range(0, 20)
                    .mapToDouble(i -> 100 * start * Math.exp(0.2 * random.nextGaussian()))
                    .toArray();
            means[r] = Arrays.stream(parts).average().orElseThrow();
            errors[r] = NumberStatistics.sd(parts) / Math.sqrt(parts.length);
        }

        MeasurementLength windows = MeasurementLength.of(means, errors, 20, 10);

        // Within 0.2^2 / 20 = 0.002, between 0.06^2 = 0.0036.
        assertThat(windows.within()).isBetween(0.0018, 0.0023);
        assertThat(windows.between()).isBetween(0.0028, 0.0044);
    }
}
