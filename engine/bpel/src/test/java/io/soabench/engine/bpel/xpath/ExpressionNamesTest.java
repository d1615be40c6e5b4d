package io.soabench.engine.bpel.xpath;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The names in expressions of which only the words are known. */
final class ExpressionNamesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '~',
            value = {
                "$a ; a",
                "$order.body/p:id ; order.body",
                "if ($x eq 1) then $y else $z ; x y z",
                "'$no' || \"$no\" || $yes ; yes",
                "'it''s $no' , $yes ; yes",
                "(: $no (: $no :) :) $yes ; yes",
                "$a-1 + $ab ; a-1 ab",
                "$q:v ; q:v",
                "1e3 + $x ; x",
                "~~ ; ~~"
            })
    void shouldFindVariables(String text, String expected) {
        assertThat(String.join(
                        " ",
                        ExpressionNames.in(text).variables().stream()
                                .map(XPath.Name::toString)
                                .toList()))
                .isEqualTo(expected);
    }

    @Test
    void shouldTellVariablesOfTheExpressionFromOthers() {
        ExpressionNames names =
                ExpressionNames.in("for $i in 1 to $n, $j in $list return (some $k in $list satisfies $k = $i) and $j");

        assertThat(names.variables().stream()
                        .filter(name -> !names.isLocal(name))
                        .map(XPath.Name::local)
                        .distinct())
                .containsExactly("n", "list");
    }

    @Test
    void shouldFindNamesInAttributesOfElementsThatAQueryMakes() {
        String query = "for $i in $list return <a b=\"{$v}-{f('$no')}\" c='{{$no}}' d=\"{<e f='{$w}'/>, $x}\">"
                + "{'{$no}', @id != \"{$no}\"}</a>";

        assertThat(locals(ExpressionNames.inQuery(query))).containsExactly("i", "list", "v", "w", "x");
        assertThat(ExpressionNames.inQuery(query).calls())
                .containsExactly(new XPath.FunctionCall(new XPath.Name("", "f"), List.of(Optional.of("$no"))));
        assertThat(locals(ExpressionNames.in(query))).containsExactly("i", "list");
        assertThat(locals(ExpressionNames.inQuery("<a b='{$v'"))).containsExactly("v");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '~',
            value = {
                "<a>it's {$x}</a> ; x",
                "<a>a \" b {$x} 'c' {$y} it''s</a>, $z ; x y z",
                "<a>$no {{$no}} {if ($x) then <b>isn't {$y}</b> else ()}</a> ; x y",
                "<a>(: it's {$x} :) {(: $no ' :) $y}</a> ; x y",
                "<a><b/>it's<c d='it''s {$x}'>'</c>{$y}</a>, $z ; x y z",
                "<a><!-- it's {$no} --><?p it's {$no}?><![CDATA[it's {$no}]]>{$x}</a> ; x",
                "<a b=\"{f(\"it's\", $x)}\">'</a>, $y ; x y",
                "<a>{'}', $x}</a>, <b>'</b>, $y ; x y",
                "$a <b and 'it''s' = $x ; a x",
                "2 <b and $x > 'c' ; x",
                "p:a[. <b]/c * <d>it's</d> + $x ; x",
                "let $i := <a>it's</a> return $i/b ; i i"
            })
    void shouldFindNoStringsInTheTextOfElementsThatAQueryMakes(String query, String expected) {
        assertThat(String.join(" ", locals(ExpressionNames.inQuery(query)))).isEqualTo(expected);
    }

    @Test
    void shouldFindNoNamesInTheTextOfElementsThatAQueryMakes() {
        ExpressionNames names =
                ExpressionNames.inQuery("f(<p:a q:b='{g($x)}' at='c'>r:d, h(1), {k((1, 2))}</p:a>, 'two')");

        assertThat(names.calls().stream().map(call -> call.function().local())).containsExactly("f", "g", "k");
        assertThat(names.calls().get(0).literals()).containsExactly(Optional.empty(), Optional.of("two"));
        assertThat(names.prefixes()).containsExactly("p", "q");
        assertThat(names.isLocal(new XPath.Name("", "x"))).isFalse();
    }

    private static List<String> locals(ExpressionNames names) {
        return names.variables().stream().map(XPath.Name::local).toList();
    }

    @Test
    void shouldFindCallsWithLiteralArguments() {
        ExpressionNames names =
                ExpressionNames.in("bpel:getVariableProperty('v', \"p:q\") = concat($a, 'x', f(1, (2, 3))[1], now())");

        assertThat(names.calls())
                .containsExactly(
                        new XPath.FunctionCall(
                                new XPath.Name("bpel", "getVariableProperty"),
                                List.of(Optional.of("v"), Optional.of("p:q"))),
                        new XPath.FunctionCall(
                                new XPath.Name("", "concat"),
                                List.of(Optional.empty(), Optional.of("x"), Optional.empty(), Optional.empty())),
                        new XPath.FunctionCall(new XPath.Name("", "f"), List.of(Optional.empty(), Optional.empty())),
                        new XPath.FunctionCall(new XPath.Name("", "now"), List.of()));
        assertThat(names.prefixes()).containsExactly("bpel");
    }

    @Test
    void shouldTakeNoTestOfKindsForACall() {
        assertThat(ExpressionNames.in("if ($a/text() instance of element(b)) then $a/node() else ()")
                        .calls())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '~',
            value = {"'open", "(: open", "$", "f(", "a:", ":", "$ ; "})
    void shouldEndWhenTextIsNoExpression(String text) {
        assertThat(ExpressionNames.in(text).calls()).hasSizeLessThan(2);
    }
}
