package io.soabench.analyzer.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

final class TrendTest {

    private static final double BOUND = 0.10;
    private static final int PARTS = 20;
    private static final int RUNS = 2_000;

    /** Twenty medians that change by that share from begin to end, with normal noise. */
    private static Trend trend(Random random, double change, double noise) {
        double[] series = new double[PARTS];
        Arrays.setAll(series, i -> 8 * (1 + change * ((i + 0.5) / PARTS - 0.5)) * (1 + noise * random.nextGaussian()));
        return Trend.of(series);
    }

    private static double share(double change, double noise, Predicate<Trend> event) {
        Random random = new Random(7);
        int events = 0;
        for (int run = 0; run < RUNS; run++) {
            events += event.test(trend(random, change, noise)) ? 1 : 0;
        }
        return (double) events / RUNS;
    }

    @Test
    void shouldBeTheShareOfTheStartWhenValuesChangeByOneFactor() {
        double[] falling = new double[PARTS];
        Arrays.setAll(falling, i -> 10 * Math.pow(0.25, (double) i / PARTS));

        Trend trend = Trend.of(falling);

        assertThat(trend.change()).isCloseTo(-0.75, within(1e-12));
        assertThat(trend.low()).isCloseTo(trend.change(), within(1e-12));
        assertThat(trend.beyond(BOUND)).isTrue();
    }

    /** Of their median, 4.8, they fall by more than all there is. */
    @Test
    void shouldNeverFallByAllThereIs() {
        double[] line = new double[PARTS];
        Arrays.setAll(line, i -> 0.5 + 0.45 * (PARTS - 1 - i));

        assertThat(Trend.of(line).change()).isBetween(-1.0, -0.7);
        assertThat(Trend.of(line).low()).isGreaterThan(-1);
    }

    /** The slopes of 1, 3, 2, 5, 4, 7, 6, 9, 8, 10: computed by hand with N = 45, C' = 1.96 √125 = 21.9: the 11th and the 35th. */
    @Test
    void shouldHaveSensIntervalWhenValuesScatter() {
        double[] exponents = {1, 3, 2, 5, 4, 7, 6, 9, 8, 10};
        double[] slopes = new double[45];
        int n = 0;
        for (int i = 0; i < exponents.length; i++) {
            for (int j = 0; j < i; j++) {
                slopes[n++] = (exponents[i] - exponents[j]) / (i - j);
            }
        }
        Arrays.sort(slopes);

        Trend trend =
                Trend.of(Arrays.stream(exponents).map(e -> Math.exp(e / 100)).toArray());

        assertThat(trend.change()).isCloseTo(Math.exp(slopes[22] / 10) - 1, within(1e-12));
        assertThat(trend.low()).isCloseTo(Math.exp(slopes[10] / 10) - 1, within(1e-12));
        assertThat(trend.high()).isCloseTo(Math.exp(slopes[34] / 10) - 1, within(1e-12));
    }

    @Test
    void shouldNotBeKnownWhenThereAreTooFewValues() {
        double[] gaps = new double[PARTS];
        Arrays.setAll(gaps, i -> i % 2 == 0 ? 5 : Double.NaN);
        assertThat(Trend.of(gaps)).isEqualTo(new Trend(0, 0, 0));

        gaps[0] = Double.NaN;
        assertThat(Trend.of(gaps).known()).isFalse();
        assertThat(Trend.of(gaps).within(BOUND)).isFalse();
        assertThat(Trend.of(gaps).beyond(BOUND)).isFalse();
    }

    @Test
    void shouldNotBeKnownWhenAValueIsNotPositive() {
        double[] values = new double[PARTS];
        Arrays.fill(values, 5);
        values[3] = 0;

        assertThat(Trend.of(values)).isEqualTo(Trend.UNKNOWN);
    }

    /** The error of calling a drift steady: whatever the noise, at most one in forty at the bound, and less beyond. */
    @Test
    void shouldNotTakeTwelvePerCentForNone() {
        for (double noise : new double[] {0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.3}) {
            assertThat(share(0.12, noise, trend -> trend.within(BOUND)))
                    .as("steady at 12 %%, noise %s", noise)
                    .isLessThan(0.02);
            assertThat(share(-0.12, noise, trend -> trend.within(BOUND)))
                    .as("steady at −12 %%, noise %s", noise)
                    .isLessThan(0.02);
        }
    }

    /** The error of calling a level unsteady, and what steadiness costs: medians must be known to within 3 %. */
    @Test
    void shouldNotTakeALevelForADrift() {
        for (double noise : new double[] {0.01, 0.03, 0.1, 0.3}) {
            assertThat(share(0, noise, trend -> trend.beyond(BOUND)))
                    .as("not steady, noise %s", noise)
                    .isLessThan(0.06);
        }
        assertThat(share(0, 0.02, trend -> trend.within(BOUND))).isGreaterThan(0.99);
        assertThat(share(0, 0.03, trend -> trend.within(BOUND))).isGreaterThan(0.8);
        assertThat(share(0.3, 0.05, trend -> trend.beyond(BOUND))).isGreaterThan(0.99);
    }

    @Test
    void shouldTellMoreWhenRepetitionsAreTakenTogether() {
        Random random = new Random(11);
        int alone = 0;
        int together = 0;
        for (int run = 0; run < 200; run++) {
            List<Trend> ten = random.longs(10)
                    .mapToObj(seed -> trend(new Random(seed), 0, 0.06))
                    .toList();
            alone += ten.get(0).within(BOUND) ? 1 : 0;
            together += Trend.mean(ten).within(BOUND) ? 1 : 0;
        }
        assertThat(alone).isLessThan(40);
        assertThat(together).isGreaterThan(180);
        assertThat(Trend.mean(List.of(Trend.UNKNOWN))).isEqualTo(Trend.UNKNOWN);
        assertThat(Trend.mean(List.of(new Trend(0.21, 0, 0.44), new Trend(0, -0.19, 0.21))))
                .satisfies(mean -> assertThat(mean.change()).isCloseTo(0.1, within(1e-12)))
                .satisfies(mean -> assertThat(Math.log1p(mean.low()))
                        .isCloseTo(Math.log(1.1) - Math.hypot(Math.log(1.21), Math.log(0.81)) / 2, within(1e-12)));
    }

    /** A fall by 19 % in all, by a tenth in each half: so a half on to the end, and two beyond. */
    @Test
    void shouldGoOnByTheSameFactorWhenItChangesForAsLongAgain() {
        double on = 1 / (0.9 * 0.9 * 0.9);

        assertThat(new Trend(-0.1, -0.19, 0).factor()).isCloseTo(on, within(1e-12));
        assertThat(new Trend(0.1, 0, 1 / 0.81 - 1).factor()).isCloseTo(on, within(1e-12));
        assertThat(new Trend(0, 0, 0).factor()).isOne();
        assertThat(new Trend(-0.9, -0.95, -0.8).factor()).isFinite();
        assertThat(Trend.UNKNOWN.factor()).isInfinite();
    }

    /** Events at a rate that changes by one factor: the interval of their trend contains the true change in 95 % of all runs or more. */
    @Test
    void shouldKeepTheLevelOfTheTrendOfFewEvents() {
        for (double change : new double[] {0, 0.5}) {
            Random random = new Random(11);
            int contained = 0;
            for (int run = 0; run < RUNS; run++) {
                double sum = 0;
                int events = 40;
                for (int i = 0; i < events; i++) {
                    double u = random.nextDouble();
                    sum += change == 0 ? u : Math.log1p(u * Math.expm1(change)) / change;
                }
                Trend trend = Trend.ofEvents(sum / events, events);
                contained += trend.low() <= Math.expm1(change) && Math.expm1(change) <= trend.high() ? 1 : 0;
            }
            assertThat((double) contained / RUNS).as("%s", change).isGreaterThan(0.94);
        }
    }

    @Test
    void shouldNotKnowATrendWithoutEvents() {
        assertThat(Trend.ofEvents(Double.NaN, 0).known()).isFalse();
    }
}
