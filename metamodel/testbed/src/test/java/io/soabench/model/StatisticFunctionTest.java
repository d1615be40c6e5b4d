package io.soabench.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.model.StatisticFunction.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatisticFunctionTest {

    @Test
    void shouldKnowAllFunctionsWhenTheyAreListed() {
        assertThat(StatisticFunction.texts()).allSatisfy(text -> assertThat(StatisticFunction.of(text))
                .hasValueSatisfying(
                        function -> assertThat(function.kind().text()).isEqualTo(text)));
    }

    @Test
    void shouldReadFractionWhenFunctionIsPercentile() {
        assertThat(StatisticFunction.of("p99.9")).contains(new StatisticFunction(Kind.PERCENTILE, 0.999));
        assertThat(StatisticFunction.of("p5")).contains(new StatisticFunction(Kind.PERCENTILE, 0.05));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "p", "p0", "p100", "p99.9999", "P99", "mean", "p-1"})
    void shouldKnowNothingWhenTextIsNoFunction(String text) {
        assertThat(StatisticFunction.of(text)).isEmpty();
    }

    @Test
    void shouldTellWhatYieldsOneNumber() {
        assertThat(Kind.MAX.scalar()).isTrue();
        assertThat(Kind.HISTOGRAM.scalar()).isFalse();
        assertThat(Kind.CONFIDENCE.scalar()).isFalse();
        assertThat(Kind.CHART_OVER_TIME.scalar()).isFalse();
    }
}
