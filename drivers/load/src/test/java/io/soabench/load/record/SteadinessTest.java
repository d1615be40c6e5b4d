package io.soabench.load.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class SteadinessTest {

    private static final long START_NS = 1_700_000_000_000_000_000L;
    private static final long STEP_MS = 100;
    /** What is asked in steps is known a step later at most, and samples may be on their way for a step. */
    private static final double CLOSE_S = 0.3;

    private final Steadiness steadiness = new Steadiness();

    /**
     * Feeds requests at a rate until they are steady.
     *
     * @param latencyMs by seconds since the begin of the warm-up
     * @return seconds, or NaN when they never are within the time
     */
    private double steadyAfter(double perSecond, double maxS, DoubleUnaryOperator latencyMs) {
        steadiness.begin(START_NS);
        double nextS = 1 / perSecond;
        for (long ms = 0; ms <= maxS * 1000; ms += STEP_MS) {
            for (; nextS * 1000 <= ms; nextS += 1 / perSecond) {
                steadiness.add(START_NS + (long) (nextS * 1e9), (long) (latencyMs.applyAsDouble(nextS) * 1e6));
            }
            if (steadiness.steady(START_NS + ms * 1_000_000)) {
                return ms / 1000.0;
            }
        }
        return Double.NaN;
    }

    @Test
    void shouldTakeTheLeastTimeWhenResponseTimesAreLevelFromTheStart() {
        assertThat(Steadiness.LEAST_MS).isEqualTo(5_000);
        assertThat(steadyAfter(50, 60, s -> 8)).isBetween(5.0, 5.0 + CLOSE_S);
    }

    @Test
    void shouldWaitForTheLevelWhenResponseTimesFallFirst() {
        // From 40 ms to 10 ms in 20 s, then level: the last half of the warm-up must lie on the level but for its
        // begin.
        double after = steadyAfter(100, 120, s -> s < 20 ? 40 - 1.5 * s : 10);

        assertThat(after).isBetween(20.0 + 5, 40.0 + CLOSE_S);
    }

    @Test
    void shouldWaitLongerWhenResponseTimesFallSlowly() {
        // Halves every 10 s towards 10 ms; by chance of short windows alone it would look level from about 40 s on.
        double after = steadyAfter(100, 300, s -> 10 + 90 * Math.pow(2, -s / 10));

        assertThat(10 + 90 * Math.pow(2, -after / 20))
                .as("at the begin of the windows")
                .isLessThan(13);
    }

    @Test
    void shouldNeverBeSteadyWhenResponseTimesGrowWithoutEnd() {
        assertThat(steadyAfter(100, 600, s -> 5 + s)).isNaN();
    }

    @Test
    void shouldNotTakeASwingForALevelWhileWindowsAreShorter() {
        // A period of 6.3 s: windows are nearly as long after a minute, and then agree.
        assertThat(steadyAfter(100, 50, s -> 10 + 8 * Math.sin(s))).isNaN();
        assertThat(new SteadinessTest().steadyAfter(100, 70, s -> 10 + 8 * Math.sin(s)))
                .isGreaterThan(50);
    }

    @Test
    void shouldNeverBeSteadyWhenTooFewRequestsSaySo() {
        assertThat(steadyAfter(0.5, 60, s -> 8)).isNaN();
        assertThat(new Steadiness().steady(START_NS)).isFalse();
    }

    /** How many of so many warm-ups are called steady within two minutes, when single response times vary by a half. */
    private double steady(int warmUps, double perSecond, DoubleUnaryOperator latencyMs) {
        int found = 0;
        for (long seed = 1; seed <= warmUps; seed++) {
            Random random = new Random(seed);
            double after = new SteadinessTest()
                    .steadyAfter(
                            perSecond, 121, s -> latencyMs.applyAsDouble(s) * Math.exp(0.5 * random.nextGaussian()));
            found += Double.isNaN(after) ? 0 : 1;
        }
        return (double) found / warmUps;
    }

    /** It falls by 12 % from the begin to the end of the last half, at each look: nearly none may pass any of them. */
    @Test
    void shouldNotTakeTwelvePerCentForALevelHoweverOftenItLooks() {
        DoubleUnaryOperator falling = s -> 8 * Math.pow(Math.max(s, 0.1), Math.log(0.88) / Math.log(2));

        assertThat(steady(150, 100, falling)).isLessThanOrEqualTo(0.05);
        assertThat(steady(100, 400, falling)).isLessThanOrEqualTo(0.05);
    }

    /** What that costs: a level with many requests is found, with few it is not called one. */
    @Test
    void shouldFindALevelWhenThereAreRequestsEnough() {
        assertThat(steady(60, 400, s -> 8)).isEqualTo(1);
        assertThat(steady(60, 100, s -> 8)).isGreaterThan(0.9);
        assertThat(steady(60, 10, s -> 8)).isLessThan(0.1);
    }

    /** Looks at fixed points: to ask ten times as often changes nothing. */
    @Test
    void shouldDecideAtFixedPointsOnly() {
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            double after = new SteadinessTest().steadyAfter(100, 300, s -> 8 * Math.exp(0.5 * random.nextGaussian()));

            assertThat(List.of(5.0, 7.5, 10.0, 15.0, 20.0, 30.0, 40.0, 60.0, 80.0, 120.0, 160.0, 240.0))
                    .as("seed %d", seed)
                    .anyMatch(point -> after >= point && after <= point + CLOSE_S);
        }
    }
}
