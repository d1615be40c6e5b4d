package io.soabench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.plan.AnswerFormula.Call;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AnswerFormulaTest {

    /** The n-th call to any service is answered with 10 n, of another instance 100 more, of another element 1 more. */
    private static BigInteger answer(Call call) {
        return BigInteger.valueOf(10L * call.step()
                + (call.instance() > 1 ? 100 : 0)
                + (call.element().isEmpty() ? 0 : 1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "7 | 7",
                "quotes#1 | 10",
                "quotes#1 + payments#1 + quotes#2 | 40",
                "quotes#3 - quotes#1 - 5 | 15",
                "2 * (quotes#1 + 1) | 22",
                "1 + 2 * 3 | 7",
                "-quotes#1 | -10",
                "quotes[2]#1 | 110",
                "quotes#2.price | 21",
                "quotes-new#1 - 1 | 9",
                "sum(quotes#1..4) | 100",
                "sum(quotes[2]#2..3.price) | 252",
                "sum(quotes#1..10000) | 500050000",
                "min(quotes#1, quotes#2) | 10",
                "max(quotes#1, quotes#2 + 1) | 21",
                "0.1 + 0.2 | 0.3",
            })
    void shouldCompute(String formula, String value) {
        assertThat(AnswerFormula.of(formula).value(AnswerFormulaTest::answer)).isEqualByComparingTo(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "quotes",
                "quotes#",
                "quotes#0",
                "quotes#1.5",
                "quotes#1 +",
                "quotes#1 quotes#2",
                "(quotes#1",
                "quotes[1#1",
                "mean(quotes#1, 2)",
                "min(quotes#1)",
                "sum(quotes#5..1)",
                "sum(quotes#1..999999)",
                "quotes#1 / 2",
                "price"
            })
    void shouldRefuseWhatIsNoFormula(String text) {
        assertThatThrownBy(() -> AnswerFormula.of(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("\"${" + text + "}\" is no formula: it needs ")
                .hasMessageEndingWith("of the answers to the first two calls of the service quotes");
    }

    @Test
    void shouldNameTheCallsThatItNeeds() {
        assertThat(AnswerFormula.of("sum(quotes#1..2) + payments[3]#1.price").calls())
                .containsExactly(
                        new Call("quotes", 0, 1, ""),
                        new Call("quotes", 0, 2, ""),
                        new Call("payments", 3, 1, "price"));
        assertThat(new Call("payments", 3, 1, "price")).hasToString("payments[3]#1.price");
    }

    @Test
    void shouldFillAText() {
        String text = "<o id=\"${uiid}\"><sum>${quotes#1 + quotes#2}</sum><first>${quotes#1}</first></o>";

        assertThat(AnswerFormula.in(text)).containsExactly("quotes#1 + quotes#2", "quotes#1");
        assertThat(AnswerFormula.filled(text, "office.1.$2", AnswerFormulaTest::answer))
                .isEqualTo("<o id=\"office.1.$2\"><sum>30</sum><first>10</first></o>");
        assertThat(AnswerFormula.in("<o>${uiid}</o>")).isEmpty();
    }

    @Test
    void shouldLeaveWhatMayBeAnything() {
        String text = "<o id=\"${uiid}\"><sum>${quotes#1}</sum><date>${any}</date></o>";

        assertThat(AnswerFormula.in(text)).containsExactly("quotes#1");
        assertThat(AnswerFormula.filled(text, "office.1", AnswerFormulaTest::answer))
                .isEqualTo("<o id=\"office.1\"><sum>10</sum><date>${any}</date></o>");
    }
}
