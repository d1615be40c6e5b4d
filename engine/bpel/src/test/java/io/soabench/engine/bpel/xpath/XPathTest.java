package io.soabench.engine.bpel.xpath;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class XPathTest {
    private static XPath parse(String text) {
        return XPath.parse(text).expression().orElseThrow();
    }

    @Test
    void shouldFindReferencesWhenExpressionIsNested() {
        XPath path = parse("concat($a.part/x:b[@c = $d], f:g('l', -1))");
        assertThat(path.variables()).extracting(XPath.Name::toString).containsExactly("a.part", "d");
        assertThat(path.calls()).extracting(call -> call.function().toString()).containsExactly("concat", "f:g");
        assertThat(path.calls().get(1).literals().get(0)).contains("l");
        assertThat(path.calls().get(1).literals().get(1)).isEmpty();
        assertThat(path.prefixes()).contains("x", "f");
        assertThat(path.usesContext()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            /a              | true
            a/b             | true
            . = 1           | true
            count(//a)      | true
            $v/a[b = 1]     | false
            $v[/a]          | false
            1 + 2           | false
            """)
    void shouldTellUseOfContextWhenPathHasNoVariable(String text, boolean expected) {
        assertThat(parse(text).usesContext()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1 +", "$", "a b", "f(", "'open", "//"})
    void shouldGiveErrorWhenSyntaxIsWrong(String text) {
        assertThat(XPath.parse(text).expression()).isEmpty();
        assertThat(XPath.parse(text).error()).isNotBlank();
    }

    @Test
    void shouldGiveErrorWhenNestedTooDeep() {
        assertThat(XPath.parse("(".repeat(200_000) + "1" + ")".repeat(200_000)).error())
                .isEqualTo("it is nested too deep");
    }

    @Test
    void shouldGiveValuesWhenExpressionIsConstant() {
        assertThat(parse("3").number()).contains(3.0);
        assertThat(parse(" -3 ").number()).contains(-3.0);
        assertThat(parse("number('4')").number()).contains(4.0);
        assertThat(parse("'PT1S'").literal()).contains("PT1S");
        assertThat(parse("$v").variable()).contains("v");
        assertThat(parse("$v/a").variable()).isEmpty();
        assertThat(parse("$v + 1").operation().orElseThrow().operator()).isEqualTo("+");
    }

    @Test
    void shouldTellBooleanShapeWhenJoinConditionIsGiven() {
        assertThat(parse("$a and (not($b) or true())").isBooleanOfVariables()).isTrue();
        assertThat(parse("$a = 1").isBooleanOfVariables()).isFalse();
        assertThat(parse("count($a) and $b").isBooleanOfVariables()).isFalse();
    }

    @Test
    void shouldTellStartWhenTargetIsChecked() {
        assertThat(parse("$a/b[1]/c").startsWithVariable()).isTrue();
        assertThat(parse("$a[1]").startsWithVariable()).isTrue();
        assertThat(parse("concat($a, 'b')").startsWithVariable()).isFalse();
    }
}
