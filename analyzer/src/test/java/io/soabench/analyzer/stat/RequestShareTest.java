package io.soabench.analyzer.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.analyzer.stat.RequestShare.Decision;
import java.util.SplittableRandom;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How often a share of failed requests is called below a limit, or not. {@code -Dsoabench.simulation.runs=N} draws more. */
final class RequestShareTest {

    private static final int RUNS = Integer.getInteger("soabench.simulation.runs", 2_000);
    private static final double LIMIT = 0.10;

    /**
     * Draws runs and counts a decision.
     *
     * @param share of requests that fail
     * @param rho correlation of requests of a repetition; 0: they are independent
     */
    private static double rate(Decision wanted, double share, double rho, int repetitions, int requests, long seed) {
        UniformRandomProvider random = new SplittableRandom(seed)::nextLong;
        double sum = rho == 0 ? 0 : (1 - rho) / rho;
        int found = 0;
        for (int run = 0; run < RUNS; run++) {
            found += SimulatedFailures.draw(random, share, sum, repetitions, requests)
                                    .against(LIMIT)
                            == wanted
                    ? 1
                    : 0;
        }
        return (double) found / RUNS;
    }

    /** As in the quickstart: a fortieth fails in each of two short repetitions, a tenth may. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldMostlyTellAQuarterOfTheLimitFromIt(long seed) {
        assertThat(rate(Decision.BELOW, 0.025, 0, 2, 150, seed)).isGreaterThanOrEqualTo(0.965);
        assertThat(rate(Decision.REACHED, 0.15, 0, 2, 150, seed)).isGreaterThanOrEqualTo(0.6);
    }

    @ParameterizedTest
    @CsvSource({"2, 0, 1", "2, 0.02, 2", "3, 0.02, 3", "4, 0.02, 1", "3, 0, 2"})
    void shouldSeldomBeWrongWhereRepetitionsAreFew(int repetitions, double rho, long seed) {
        assertThat(rate(Decision.REACHED, 0.05, rho, repetitions, 150, seed)).isLessThanOrEqualTo(0.02);
        assertThat(rate(Decision.BELOW, 0.15, rho, repetitions, 150, seed)).isLessThanOrEqualTo(0.02);
    }

    @Test
    void shouldTakeAllRequestsTogetherWhereRepetitionsAreFew() {
        // R: binom.test(10, 409); the interval of two repetitions with a variance of their own would end at 51.7 %.
        Interval interval = new RequestShare(new long[] {1, 9}, new long[] {203, 206}, 0.95).interval();

        assertThat(interval.low()).isCloseTo(0.01178, within(1e-5));
        assertThat(interval.high()).isCloseTo(0.04451, within(1e-5));
    }

    @Test
    void shouldLeaveOpenWhereRepetitionsDisagree() {
        assertThat(new RequestShare(new long[] {0, 30}, new long[] {200, 200}, 0.95).against(LIMIT))
                .isEqualTo(Decision.OPEN);
        assertThat(new RequestShare(new long[] {10, 60}, new long[] {200, 200}, 0.95).against(LIMIT))
                .isEqualTo(Decision.OPEN);
        assertThat(new RequestShare(new long[] {0}, new long[] {100_000}, 0.95).against(LIMIT))
                .as("one repetition")
                .isEqualTo(Decision.OPEN);
    }
}
