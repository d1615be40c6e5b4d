package io.soabench.analyzer.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.cases.HeldLoad.State;
import io.soabench.analyzer.stat.Interval;
import io.soabench.analyzer.stat.RequestShare;
import io.soabench.analyzer.stat.RequestShare.Decision;
import io.soabench.analyzer.stat.SimulatedFailures;
import java.util.SplittableRandom;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often the decision whether a load is held is wrong, by simulation. */
final class HeldLoadTest {

    private static final int TRIALS = 1_000;
    private static final double LIMIT = HeldLoad.USUAL_LIMIT;

    /**
     * Draws experiments and counts what is decided.
     *
     * @param share of requests that fail
     * @param spread standard deviation of this share between repetitions / share; 0: they are alike
     */
    private static int count(Decision wanted, double share, double spread, int repetitions, int requests) {
        UniformRandomProvider random = new SplittableRandom(15)::nextLong;
        double both = spread == 0 ? 0 : (1 - share) / (share * spread * spread) - 1;
        int found = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            found += SimulatedFailures.draw(random, share, both, repetitions, requests)
                                    .against(LIMIT)
                            == wanted
                    ? 1
                    : 0;
        }
        return found;
    }

    @ParameterizedTest
    @CsvSource({"3, 0", "5, 0", "10, 0", "3, 0.5", "5, 0.5", "10, 0.5"})
    void shouldSeldomBeSureOfWhatIsNotSo(int repetitions, double spread) {
        int held = count(Decision.BELOW, LIMIT, spread, repetitions, 1_000);
        int notHeld = count(Decision.REACHED, LIMIT, spread, repetitions, 1_000);

        // Where the share is just the limit, 2.5 % on either side are meant. Three or five repetitions of which each
        // fails by a half more or
        // less tell too little of how much they differ: 6 % are called good then.
        assertThat(held).as("held").isLessThanOrEqualTo(TRIALS * (spread == 0 ? 5 : 8) / 100);
        assertThat(notHeld).as("not held").isLessThanOrEqualTo(TRIALS * 5 / 100);
    }

    @Test
    void shouldMostlyTellWhatIsClear() {
        assertThat(count(Decision.BELOW, LIMIT / 10, 0, 3, 1_000)).isGreaterThan(TRIALS * 8 / 10);
        assertThat(count(Decision.REACHED, 5 * LIMIT, 0.5, 5, 1_000)).isGreaterThan(TRIALS * 8 / 10);
    }

    @Test
    void shouldLeaveOpenWhatOneRepetitionOrFewRequestsTell() {
        assertThat(new RequestShare(new long[] {0}, new long[] {100_000}, 0.95).against(LIMIT))
                .isEqualTo(Decision.OPEN);
        assertThat(new RequestShare(new long[] {0, 0}, new long[] {48, 48}, 0.95).against(LIMIT))
                .isEqualTo(Decision.OPEN);
        assertThat(new RequestShare(new long[] {0, 0}, new long[] {500, 500}, 0.95).against(LIMIT))
                .isEqualTo(Decision.BELOW);
        assertThat(HeldLoad.reaching(Interval.of(new double[] {0.99, 0.98, 1.01}, 0.95), HeldLoad.GOODPUT))
                .isEqualTo(State.HELD);
        assertThat(HeldLoad.reaching(Interval.of(new double[] {0.54, 0.55, 0.53}, 0.95), HeldLoad.GOODPUT))
                .isEqualTo(State.NOT_HELD);
        assertThat(HeldLoad.reaching(Interval.of(new double[] {0.9, 1.02}, 0.95), HeldLoad.GOODPUT))
                .isEqualTo(State.UNDECIDED);
    }
}
