package io.soabench.analyzer.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TwoStageTest {

    private static final int PILOTS = 5;
    private static final int CAP = 20;
    private static final double SHARE = 0.05;

    @Test
    void shouldCountAsManyAsTheIntervalOfThePilotsSpreadTakes() {
        // R: n = (qt(0.98, 4) * sd(log(c(9, 9.5, 10, 10.5, 10.5))) / log(1.05))^2
        double[] pilots = {9, 9.5, 10, 10.5, 10.5};
        double spread = NumberStatistics.sd(Arrays.stream(pilots).map(Math::log).toArray());
        double exact = Math.pow(2.998528 * spread / Math.log(1.05), 2);

        assertThat(TwoStage.needed(pilots, 0.05, 0.95))
                .isEqualTo((int) Math.ceil(exact))
                .isGreaterThan(10);
        assertThat(TwoStage.needed(pilots, 0.5, 0.95))
                .as("the pilots are there")
                .isEqualTo(5);
        assertThat(TwoStage.needed(pilots, 0.05, 0.99)).isGreaterThan((int) Math.ceil(exact));
        assertThat(TwoStage.needed(pilots, 1e-9, 0.95)).isEqualTo(TwoStage.MOST_REPETITIONS);
        double[] slower = Arrays.stream(pilots).map(v -> 7 * v).toArray();
        assertThat(TwoStage.needed(slower, 0.05, 0.95))
                .as("shares have no unit")
                .isEqualTo((int) Math.ceil(exact));
    }

    @Test
    void shouldReachWhatWasAskedForWhenTheOthersVaryAsThePilots() {
        double[] pilots = {9, 9.5, 10, 10.5, 10.5};
        int needed = TwoStage.needed(pilots, 0.05, 0.95);
        double[] all = IntStream.range(0, needed - needed % 5 + 5)
                .mapToDouble(i -> pilots[i % 5])
                .toArray();

        assertThat(TwoStage.reached(Interval.of(all, TwoStage.level(0.95)))).isBetween(0.02, 0.05);
    }

    @Test
    void shouldMeasureThePrecisionByTheFartherEnd() {
        assertThat(TwoStage.reached(new Interval(100, 96, 110, 9))).isCloseTo(0.1, within(1e-9));
        assertThat(TwoStage.reached(new Interval(100, 80, 110, 9))).isCloseTo(0.25, within(1e-9));
        assertThat(TwoStage.reached(Interval.of(new double[] {7}, 0.95))).isNaN();
        assertThat(TwoStage.reached(new Interval(1, 0, 3, 9))).isNaN();
    }

    @Test
    void shouldRefuseToPlanWithTooFewPilotsOrWithNone() {
        assertThatThrownBy(() -> TwoStage.needed(new double[] {1, 2}, 0.05, 0.95))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a precision is planned from at least 3 positive values");
        assertThatThrownBy(() -> TwoStage.needed(new double[] {1, 0, 2}, 0.05, 0.95))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** How often intervals hold the truth, and how many repetitions there are on average. */
    private record Outcome(double coverage, double repetitions, double reached) {}

    private interface Rule {
        double[] repetitions(Random random, double sigma);
    }

    private static Outcome simulated(double sigma, Rule rule) {
        Random random = new Random(73);
        int trials = 4_000;
        double truth = Math.exp(sigma * sigma / 2);
        double covered = 0;
        double repetitions = 0;
        double reached = 0;
        for (int t = 0; t < trials; t++) {
            double[] values = rule.repetitions(random, sigma);
            Interval interval = Interval.of(values, TwoStage.level(0.95));
            covered += interval.low() <= truth && truth <= interval.high() ? 1 : 0;
            repetitions += values.length;
            reached += TwoStage.reached(interval) <= SHARE ? 1 : 0;
        }
        return new Outcome(covered / trials, repetitions / trials, reached / trials);
    }

    private static double[] drawn(Random random, double sigma, double[] first, int number) {
        double[] values = Arrays.copyOf(first, number);
        for (int i = first.length; i < number; i++) {
            values[i] = Math.exp(sigma * random.nextGaussian());
        }
        return values;
    }

    private static double[] twoStages(Random random, double sigma) {
        double[] pilots = drawn(random, sigma, new double[0], PILOTS);
        return drawn(random, sigma, pilots, Math.min(CAP, TwoStage.needed(pilots, SHARE, 0.95)));
    }

    /** What everybody would do: one more repetition until the interval is narrow enough. */
    private static double[] untilNarrow(Random random, double sigma) {
        double[] values = drawn(random, sigma, new double[0], 2);
        while (values.length < CAP && TwoStage.reached(Interval.of(values, TwoStage.level(0.95))) > SHARE) {
            values = drawn(random, sigma, values, values.length + 1);
        }
        return values;
    }

    /** From where the pilots are enough for certain to where the cap is reached nearly always. */
    @ParameterizedTest
    @ValueSource(doubles = {0.005, 0.02, 0.03, 0.04, 0.05, 0.07, 0.1, 0.2, 0.4})
    void shouldHoldTheTruthAsOftenAsItSaysWhateverTheSpread(double sigma) {
        assertThat(simulated(sigma, TwoStageTest::twoStages).coverage()).isBetween(0.93, 0.97);
    }

    @ParameterizedTest
    @CsvSource({"0.02, 5.0, 5.3, 0.97", "0.03, 5.3, 6.5, 0.75", "0.05, 8, 10.5, 0.75", "0.4, 19.9, 20, 0"})
    void shouldTakeAsManyAsTheSpreadCallsFor(double sigma, double least, double most, double reached) {
        Outcome outcome = simulated(sigma, TwoStageTest::twoStages);

        assertThat(outcome.repetitions()).isBetween(least, most);
        assertThat(outcome.reached()).isGreaterThanOrEqualTo(reached);
    }

    @Test
    void shouldComputeAtAHigherLevelThanIsSaid() {
        assertThat(TwoStage.level(0.95)).isCloseTo(0.96, within(1e-12));
        assertThat(TwoStage.level(0.99)).isCloseTo(0.992, within(1e-12));
    }

    /** Two engines of which the one that varies more decides for both: their ratio is tested at the level that is said. */
    @ParameterizedTest
    @ValueSource(doubles = {0.02, 0.05, 0.07, 0.1})
    void shouldHoldTheRatioOfTwoEnginesAtTheLevelThatIsSaid(double sigma) {
        Random random = new Random(75);
        int trials = 4_000;
        double covered = 0;
        for (int t = 0; t < trials; t++) {
            double[] a = drawn(random, sigma, new double[0], PILOTS);
            double[] b = drawn(random, sigma, new double[0], PILOTS);
            int number = Math.min(CAP, Math.max(TwoStage.needed(a, SHARE, 0.95), TwoStage.needed(b, SHARE, 0.95)));
            Ratio ratio = Ratio.paired(drawn(random, sigma, a, number), drawn(random, sigma, b, number), 0.95);
            covered += ratio.low() <= 1 && 1 <= ratio.high() ? 1 : 0;
        }
        assertThat(covered / trials).isBetween(0.93, 0.97);
    }

    @Test
    void shouldBeBetterThanToMeasureUntilTheIntervalIsNarrow() {
        assertThat(simulated(0.05, TwoStageTest::untilNarrow).coverage()).isLessThan(0.93);
    }
}
