package io.soabench.load.record;

import static org.assertj.core.api.Assertions.assertThat;

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

    @Test
    void shouldBeSteadyBeforeLongWhenLevelResponseTimesVaryByDesign() {
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            double after = new SteadinessTest().steadyAfter(45, 60, s -> 8 * Math.exp(0.5 * random.nextGaussian()));
            assertThat(after).as("seed %d", seed).isBetween(5.0, 60.0);
        }
    }
}
