package io.soabench.analyzer.stat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SteadyStateTest {

    @Test
    void shouldNotTellWhenTheSeriesIsShort() {
        assertThat(SteadyState.warmUp(new double[29])).isEqualTo(-1);
    }

    @Test
    void shouldFindTheWarmUpWhenTheFirstTenValuesAreSlow() {
        Random random = new Random(5);
        double[] series = new double[60];
        Arrays.setAll(series, i -> (i < 10 ? 100 - 5 * i : 20) + random.nextDouble());

        assertThat(SteadyState.warmUp(series)).isEqualTo(10);
    }

    @Test
    void shouldFindNoWarmUpWhenTheSeriesIsNoise() {
        for (int seed = 1; seed <= 100; seed++) {
            Random random = new Random(seed);
            double[] series = random.doubles(120, 95, 105).toArray();

            assertThat(SteadyState.warmUp(series)).as("seed %s", seed).isIn(-1, 0);
        }
    }

    @Test
    void shouldFindNoWarmUpWhenTheSeriesIsConstant() {
        double[] series = new double[60];
        Arrays.fill(series, 3);

        assertThat(SteadyState.warmUp(series)).isZero();
    }

    @Test
    void shouldNotTellWhenTheSeriesNeverSettles() {
        double[] series = new double[60];
        Arrays.setAll(series, i -> i);

        assertThat(SteadyState.warmUp(series)).isEqualTo(-1);
    }
}
