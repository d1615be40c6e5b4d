package io.soabench.analyzer.stat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Simulated starts of which the kind is known. */
final class StartClassTest {

    private static final int PARTS = 20;

    /** A factor of the response time by the part of the measurement. */
    private interface Shape {
        double of(int part);
    }

    private static double rate(StartClass wanted, double noise, long seed, Shape shape) {
        Random random = new Random(seed);
        int starts = Integer.getInteger("soabench.simulation.runs", 200);
        int found = 0;
        for (int i = 0; i < starts; i++) {
            double[] medians = new double[PARTS];
            for (int part = 0; part < PARTS; part++) {
                medians[part] = 20 * shape.of(part) * Math.exp(noise * random.nextGaussian());
            }
            found += StartClass.of(medians) == wanted ? 1 : 0;
        }
        return (double) found / starts;
    }

    @Test
    void shouldCallStartsThatDoNotChangeFlat() {
        for (long seed : new long[] {1, 2, 3}) {
            for (double noise : new double[] {0.01, 0.05, 0.2}) {
                assertThat(rate(StartClass.FLAT, noise, seed, part -> 1))
                        .as("noise %s, seed %s", noise, seed)
                        .isGreaterThanOrEqualTo(0.95);
            }
        }
    }

    @Test
    void shouldFindWarmUpsAndSlowDowns() {
        for (long seed : new long[] {1, 2, 3}) {
            assertThat(rate(StartClass.WARM_UP, 0.03, seed, part -> part < 6 ? 1.3 : 1))
                    .isGreaterThanOrEqualTo(0.9);
            assertThat(rate(StartClass.WARM_UP, 0.03, seed, part -> 1 + 0.5 * Math.exp(-part / 3.0)))
                    .isGreaterThanOrEqualTo(0.8);
            assertThat(rate(StartClass.SLOW_DOWN, 0.03, seed, part -> part < 8 ? 1 : 1.3))
                    .isGreaterThanOrEqualTo(0.9);
            assertThat(rate(StartClass.NO_STEADY_STATE, 0.02, seed, part -> part < 17 ? 1 : 1.4))
                    .isGreaterThanOrEqualTo(0.7);
        }
    }

    @Test
    void shouldSayNothingOfFewParts() {
        double[] few = new double[PARTS];
        Arrays.fill(few, Double.NaN);
        Arrays.fill(few, 0, StartClass.LEAST_PARTS - 1, 5);

        assertThat(StartClass.of(few)).isEqualTo(StartClass.UNKNOWN);
        assertThat(StartClass.of(new double[0])).isEqualTo(StartClass.UNKNOWN);
    }
}
