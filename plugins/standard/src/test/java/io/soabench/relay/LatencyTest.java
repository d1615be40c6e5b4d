package io.soabench.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LatencyTest {

    private static final int DRAWS = 200_000;

    /** Of a mean of so many draws; the widest, pareto, has a standard error of 0.3 %. */
    private static final double TOLERANCE = 0.02;

    private static double meanMs(String text) {
        LongSupplier draws = Latency.of(text).drawsNs(new SplittableRandom(7));
        double sum = 0;
        for (int i = 0; i < DRAWS; i++) {
            long ns = draws.getAsLong();
            assertThat(ns).isNotNegative();
            sum += ns / 1e6;
        }
        return sum / DRAWS;
    }

    /** Means by the textbook's formulae; of the normal one, below zero counts as zero: m·Φ(m/s) + s·φ(m/s) with m = s = 1. */
    @ParameterizedTest
    @CsvSource({
        "constant:2, 2",
        "uniform:1:3, 2",
        "normal:10:1, 10",
        "normal:1:1, 1.08332",
        "exponential:2, 2",
        "lognormal:1:0.4, 1.08329",
        "gamma:2:3, 6",
        "gamma:0.5:2, 1",
        "weibull:1.5:10, 9.02745",
        "pareto:1:3, 1.5",
        "empirical:1:2:6, 3"
    })
    void shouldHaveTheMeanOfItsDistributionWhenDrawnOften(String text, double mean) {
        assertThat(meanMs(text)).isCloseTo(mean, within(TOLERANCE * mean));
    }

    @Test
    void shouldDrawTheSameWhenTheSeedIsTheSame() {
        for (String text : new String[] {"lognormal:1:0.4", "gamma:2:3", "empirical:1:2:3"}) {
            LongSupplier one = Latency.of(text).drawsNs(new SplittableRandom(5));
            LongSupplier other = Latency.of(text).drawsNs(new SplittableRandom(5));
            for (int i = 0; i < 100; i++) {
                assertThat(one.getAsLong()).isEqualTo(other.getAsLong());
            }
        }
    }

    @Test
    void shouldTakeNumbersAsTheCompilerWritesThem() {
        assertThat(Latency.of("constant:5.0E-4")
                        .drawsNs(new SplittableRandom(1))
                        .getAsLong())
                .isEqualTo(500);
        assertThat(Latency.NONE.drawsNs(new SplittableRandom(1)).getAsLong()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "constant",
                "constant:-1",
                "constant:1:2",
                "lognormal:1",
                "fast:1",
                "uniform:a:b",
                "empirical:"
            })
    void shouldRefuseWhatIsNoLatency(String text) {
        assertThatThrownBy(() -> Latency.of(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not a latency; write constant:VALUE");
    }
}
