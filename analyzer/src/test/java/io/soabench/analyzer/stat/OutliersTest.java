package io.soabench.analyzer.stat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class OutliersTest {

    @Test
    void shouldFlagOneValueThatIsFarFromManyOthers() {
        double[] values = new double[50];
        Arrays.setAll(values, i -> 10 + i % 5);
        values[17] = 200;

        Outliers outliers = Outliers.of(values);

        assertThat(outliers.values()).isEqualTo(50);
        assertThat(outliers.flagged()).isEqualTo(1);
        assertThat(outliers.high()).isBetween(14.0, 200.0);
    }

    /** The largest of eleven values is less than 3.16 standard deviations from their mean, whatever it is. */
    @Test
    void shouldFlagNothingAmongFewerThanTwelveValues() {
        double[] values = new double[11];
        Arrays.fill(values, 10);
        values[3] = 1e6;

        assertThat(Outliers.of(values).flagged()).isZero();
    }

    @Test
    void shouldFlagNothingWhereAllValuesAreTheSame() {
        double[] values = new double[1_000];
        Arrays.fill(values, 0.1);

        assertThat(Outliers.of(values).flagged()).isZero();
    }

    /** Chebyshev's bound holds for any distribution: a long tail alone makes few outliers. */
    @Test
    void shouldFlagFewOfALognormalDistribution() {
        SplittableRandom random = new SplittableRandom(7);
        double[] values = new double[20_000];
        Arrays.setAll(values, i -> Math.exp(random.nextGaussian()));

        assertThat(Outliers.of(values).flagged()).isBetween(1L, 200L);
    }

    /** A percentile takes ten values beyond it. */
    @Test
    void shouldTellATailOnlyOfEnoughValues() {
        long[] values = new long[200];
        Arrays.setAll(values, i -> i);

        assertThat(SortedSample.of(values, 200).tail(0.95))
                .isEqualTo(SortedSample.of(values, 200).quantile(0.95));
        assertThat(SortedSample.of(values, 199).tail(0.95)).isNaN();
        assertThat(SortedSample.of(values, 200).tail(0.99)).isNaN();
    }

    @Test
    void shouldKnowNothingOfASingleValue() {
        assertThat(Outliers.of(new double[] {5}).high()).isNaN();
        assertThat(Outliers.of(new double[0]).flagged()).isZero();
    }
}
