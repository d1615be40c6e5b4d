package io.soabench.analyzer.explore;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.ExploreRecord.Figures;
import io.soabench.plan.ExploreRecord.Outcome;
import io.soabench.plan.ExploreRecord.Trial;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Fits against systems that follow the law, or do not. */
final class ScalingTest {

    private static Trial trial(int load, double throughput, double meanMs) {
        return new Trial(
                load,
                "case",
                1,
                BigDecimal.valueOf(load),
                Outcome.MET,
                "",
                new Figures(100, throughput, 0.0, meanMs, meanMs, meanMs, List.of()),
                1,
                1000);
    }

    /** Clients of a system that follows the law, each of which has a request there all the time. */
    private static List<Trial> lawful(double sigma, double kappa, double noise, int... clients) {
        Random random = new Random(3);
        List<Trial> trials = new ArrayList<>();
        for (int n : clients) {
            double throughput =
                    100.0 * n / (1 + sigma * (n - 1) + kappa * n * (n - 1)) * Math.exp(noise * random.nextGaussian());
            trials.add(trial(n, throughput, n / throughput * 1000));
        }
        return trials;
    }

    @Test
    void shouldFindThePeakOfASystemThatFollowsTheLaw() {
        // Peak at sqrt(0.95 / 0.002) = 21.8 clients, with 100 * 21.8 / (1 + 0.05 * 20.8 + 0.002 * 21.8 * 20.8) = 741 a
        // second.
        String sentence =
                Scaling.of(lawful(0.05, 0.002, 0.01, 1, 2, 4, 8, 16, 32, 64)).sentence();

        Matcher told = Pattern.compile(
                        "is greatest with ([0-9.]+) requests at a time: (\\d+) /s \\(95 % bootstrap interval (\\d+) to (\\d+) /s\\)\\.")
                .matcher(sentence);
        assertThat(told.find()).as(sentence).isTrue();
        assertThat(Double.parseDouble(told.group(1))).isBetween(20.0, 24.0);
        assertThat(Double.parseDouble(told.group(2))).isBetween(715.0, 770.0);
        assertThat(Double.parseDouble(told.group(3))).isLessThanOrEqualTo(Double.parseDouble(told.group(2)));
        assertThat(Double.parseDouble(told.group(4))).isGreaterThanOrEqualTo(Double.parseDouble(told.group(2)));
    }

    @Test
    void shouldSayNothingBeyondTheGreatestLoad() {
        assertThat(Scaling.of(lawful(0.05, 0.002, 0, 1, 2, 4, 8)).sentence())
                .contains("grows up to the greatest load that was measured, 8.00 requests at a time");
    }

    /** Peak at sqrt(0.5 / 0.02) = 5 clients, fewer than any that were tried. */
    @Test
    void shouldNotSayThatItGrowsWhereItOnlyFalls() {
        assertThat(Scaling.of(lawful(0.5, 0.02, 0, 8, 16, 32, 64)).sentence())
                .contains("falls from the least load that was measured, 8.00 requests at a time: ");
    }

    @Test
    void shouldSayNothingWhenTheLawDoesNotFitOrThereAreTooFewLoads() {
        List<Trial> odd =
                List.of(trial(1, 100, 10), trial(2, 20, 100), trial(4, 400, 10), trial(8, 50, 160), trial(16, 900, 18));
        assertThat(Scaling.of(odd).sentence())
                .startsWith("The Universal Scalability Law does not fit")
                .endsWith(", so it is not used.");
        assertThat(Scaling.of(lawful(0.05, 0.002, 0, 1, 2, 4)).sentence())
                .isEqualTo(
                        "The growth of throughput with the load is not fitted: that needs 4 loads, and 3 were measured.");
    }

    @Test
    void shouldFindTheKneeWhereThroughputForItsResponseTimeIsGreatest() {
        // At 100 /s response times begin to rise faster than throughput.
        List<Trial> trials = List.of(trial(25, 25, 10), trial(50, 50, 10.5), trial(100, 100, 12), trial(200, 150, 60));

        assertThat(Scaling.of(trials).knee()).isEqualByComparingTo("100");
        assertThat(Scaling.of(trials.subList(0, 3)).knee()).isNull();
        List<Trial> rising = List.of(trial(25, 25, 10), trial(50, 50, 10), trial(100, 100, 10), trial(200, 200, 10));
        assertThat(Scaling.of(rising).knee())
                .as("it may lie beyond the greatest load")
                .isNull();
    }
}
