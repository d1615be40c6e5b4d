package io.soabench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Comparisons, report formats and targets. */
class WordsTest {

    @ParameterizedTest
    @CsvSource({
        "<=, true, true, false",
        "<, true, false, false",
        ">=, false, true, true",
        ">, false, false, true",
    })
    void shouldCompareWhenValueIsBelowAtOrAboveTheLimit(String text, boolean below, boolean at, boolean above) {
        Comparison comparison = Comparison.parse(text);

        assertThat(comparison.holds(0.9, 1)).isEqualTo(below);
        assertThat(comparison.holds(1, 1)).isEqualTo(at);
        assertThat(comparison.holds(1.1, 1)).isEqualTo(above);
        assertThat(comparison.fromAbove()).isEqualTo(below);
        assertThat(Json.line(comparison)).isEqualTo("\"" + text + "\"");
        assertThat(Json.parse(Json.line(comparison), Comparison.class)).isEqualTo(comparison);
    }

    @Test
    void shouldHoldNothingWhenNothingWasMeasured() {
        assertThat(Comparison.values()).noneMatch(comparison -> comparison.holds(Double.NaN, 1));
    }

    @ParameterizedTest
    @EnumSource
    void shouldReadFormatWhenItIsWritten(ReportFormat format) {
        assertThat(Json.parse(Json.line(format), ReportFormat.class)).isEqualTo(format);
    }

    @Test
    void shouldRefuseWhenWordsAreUnknown() {
        assertThatThrownBy(() -> Comparison.parse("=")).hasMessage("\"=\" is no comparison");
        assertThatThrownBy(() -> ReportFormat.parse("doc")).hasMessage("\"doc\" is no format of a report");
        assertThatThrownBy(() -> new Target(Target.Kind.CASE, "x"))
                .hasMessage("a case as a target has no name, but there is \"x\"");
    }

    @Test
    void shouldWriteTargetsAsTheLanguageDoes() {
        assertThat(Target.CASE.text()).isEmpty();
        assertThat(Target.all(Target.Kind.ENGINE).text()).isEqualTo("engines");
        assertThat(new Target(Target.Kind.ENGINE, "ode").text()).isEqualTo("ode");
        Target target = new Target(Target.Kind.HOST, "lab");
        assertThat(Json.line(target)).isEqualTo("{\"kind\":\"HOST\",\"name\":\"lab\"}");
        assertThat(Json.parse(Json.line(target), Target.class)).isEqualTo(target);
    }
}
