package io.soabench.analyzer.repetition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.analyzer.folder.MeasurementWindow;
import io.soabench.analyzer.folder.MetricObservation;
import io.soabench.plan.MetricRecord.Kind;
import io.soabench.plan.StatisticFunction;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a counter says of a measurement whose ends it was not looked at precisely. */
class MetricSeriesTest {

    private static final MeasurementWindow FIVE_SECONDS = new MeasurementWindow(0, 1_000_000_000L, 6_000_000_000L);

    private static MetricValues of(String unit, double... stoodAt) {
        List<MetricObservation> observations = new ArrayList<>();
        for (int i = 0; i < stoodAt.length; i++) {
            observations.add(
                    new MetricObservation("engine", 10_000_000L + 1_000_000_000L * i, "gc", stoodAt[i], unit, "x"));
        }
        return new MetricSeries(Kind.COUNTER, observations).values(FIVE_SECONDS);
    }

    @Test
    void shouldCountWholeThingsWhole() {
        // The last collection was seen 10 ms after the end: of the second in which it was, 0.99 lie within.
        MetricValues collections = of("count", 3, 3, 3, 3, 3, 3, 4);

        assertThat(collections.of(StatisticFunction.TOTAL)).isEqualTo(1);
        assertThat(of("count", 3, 3.5, 4, 4, 4, 4, 4).of(StatisticFunction.TOTAL))
                .isCloseTo(0.505, within(1e-9));
        assertThat(of("bytes", 0, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000).of(StatisticFunction.TOTAL))
                .isCloseTo(5_000, within(1e-6));
    }

    /** Of the last rate, which was seen after the end, the average has its part, too. */
    @Test
    void shouldHaveAnAverageRateThatMakesTheTotal() {
        for (MetricValues each :
                List.of(of("count", 3, 3, 3, 3, 3, 3, 4), of("bytes", 0, 0, 9_000, 9_000, 9_000, 9_000, 11_000))) {
            assertThat(each.of(StatisticFunction.AVERAGE) * FIVE_SECONDS.seconds())
                    .isCloseTo(each.of(StatisticFunction.TOTAL), within(1e-9));
            assertThat(each.of(StatisticFunction.COUNT)).isEqualTo(5);
        }
    }
}
