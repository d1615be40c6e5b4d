package io.soabench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.plan.StatisticFunction.Kind;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatisticFunctionTest {

    @ParameterizedTest
    @EnumSource
    void shouldFindKindWhenItsWordIsGiven(Kind kind) {
        assertThat(Kind.of(kind.text())).contains(kind);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "min",
                "max",
                "average",
                "median",
                "standard-deviation",
                "p5",
                "p99.9",
                "p99.999",
                "confidence 95 %",
                "confidence 99.5 %",
                "total",
                "count",
                "histogram",
                "chart over time"
            })
    void shouldKeepTheSpellingWhenParsedAndPrinted(String text) {
        StatisticFunction function = StatisticFunction.parse(text);

        assertThat(function.text()).isEqualTo(text);
        assertThat(Json.parse(Json.line(function), StatisticFunction.class)).isEqualTo(function);
        assertThat(Json.line(function)).isEqualTo("\"" + text + "\"");
    }

    @Test
    void shouldBeEqualWhenOnlyZerosDiffer() {
        assertThat(StatisticFunction.parse("p99.90")).isEqualTo(StatisticFunction.parse("p99.9"));
        assertThat(StatisticFunction.parse("p05")).isEqualTo(StatisticFunction.parse("p5"));
        assertThat(StatisticFunction.parse("confidence 95.0%"))
                .isEqualTo(StatisticFunction.confidence(BigDecimal.valueOf(95)));
        assertThat(StatisticFunction.parse("p90").text()).isEqualTo("p90");
    }

    @Test
    void shouldTellTheFractionWhenThereIsANumber() {
        assertThat(StatisticFunction.parse("p99.9").fraction()).isEqualTo(0.999);
        assertThat(StatisticFunction.parse("p5").fraction()).isEqualTo(0.05);
        assertThat(StatisticFunction.parse("confidence 95 %").fraction()).isEqualTo(0.95);
        assertThat(StatisticFunction.MAX.fraction()).isZero();
    }

    @Test
    void shouldNeedTenValuesBeyondAPercentile() {
        assertThat(StatisticFunction.parse("p99").valuesNeeded()).isEqualTo(1_000);
        assertThat(StatisticFunction.parse("p99.9").valuesNeeded()).isEqualTo(10_000);
        assertThat(StatisticFunction.parse("p5").valuesNeeded()).isEqualTo(200);
        assertThat(StatisticFunction.parse("p50").valuesNeeded()).isEqualTo(20);
        assertThat(StatisticFunction.MAX.valuesNeeded()).isEqualTo(1);
        assertThat(StatisticFunction.confidence(BigDecimal.valueOf(95)).valuesNeeded())
                .isEqualTo(1);
        assertThat(StatisticFunction.valuesFor(1)).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "p",
                "p0",
                "p00",
                "p0.000",
                "p100",
                "p99.9999",
                "P99",
                "mean",
                "sd",
                "p-1",
                "confidence 0 %",
                "confidence 100 %",
                "max 5 %"
            })
    void shouldRefuseWhenTextIsNoFunction(String text) {
        assertThat(Kind.of(text)).isEmpty();
        assertThatThrownBy(() -> StatisticFunction.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldRefuseWhenANumberIsMissing() {
        assertThatThrownBy(() -> StatisticFunction.parse("confidence"))
                .hasMessageStartingWith("there is no statistic \"confidence\"");
        assertThatThrownBy(() -> new StatisticFunction(Kind.MAX, BigDecimal.ONE))
                .hasMessage("\"max\" has no number");
    }

    @Test
    void shouldTellWhatYieldsOneNumber() {
        assertThat(Kind.MAX.scalar()).isTrue();
        assertThat(Kind.HISTOGRAM.scalar()).isFalse();
        assertThat(Kind.CONFIDENCE.scalar()).isFalse();
        assertThat(Kind.CHART_OVER_TIME.scalar()).isFalse();
    }
}
