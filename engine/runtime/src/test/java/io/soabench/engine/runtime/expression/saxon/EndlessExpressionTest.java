package io.soabench.engine.runtime.expression.saxon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.ExpressionSyntaxException;
import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.expression.References;
import io.soabench.engine.runtime.expression.Slots;
import io.soabench.engine.runtime.expression.XPathValues;
import io.soabench.engine.runtime.expression.budget.EvaluationBudget;
import io.soabench.engine.runtime.expression.compile.ExpressionCompiler;
import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.ElementReader;
import io.soabench.engine.runtime.xml.XmlLimits;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.sf.saxon.s9api.QName;
import net.sf.saxon.s9api.XQueryEvaluator;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Expressions that have no end, take more than there is or fit no type: each ends by a fault. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EndlessExpressionTest {
    private static final int CASES = Integer.getInteger("soabench.fuzz.expressions", 60) * 20;
    private static final long MOST_ITEMS = 200_000;
    private static final int VALUE_BYTES = 1 << 20;
    private static final String LOOP = "declare function local:f($n) { local:f($n + 1) }; local:f(1)";

    private static final Slots SLOTS = new Slots() {
        private final Element[] values = {read("<r><a>1</a><a>2</a><b c='3'>x</b></r>"), text("s", "t".repeat(1_000))};

        @Override
        public Element slot(int hops, int index) {
            return values[index];
        }

        @Override
        public boolean link(int index) {
            return false;
        }

        @Override
        public int valueBytes() {
            return VALUE_BYTES;
        }
    };

    private static final References REFERENCES = References.ofVariables(name -> switch (name) {
        case "v" -> new Reference(0, 0, Reference.Kind.NODE, "v");
        case "s" -> new Reference(0, 1, Reference.Kind.STRING, "s");
        default -> null;
    });

    private static Element text(String name, String text) {
        return Element.text("", "", name, text);
    }

    private static Element read(String text) {
        try {
            return new ElementReader(XmlLimits.DEFAULT).read(text.getBytes(StandardCharsets.UTF_8));
        } catch (io.soabench.engine.runtime.xml.RefusedXmlException e) {
            throw new AssertionError(e);
        }
    }

    private static void endsByLimit(CompiledExpression expression) {
        assertThat(expression).isInstanceOf(SaxonExpression.class);
        EvaluationBudget budget = new EvaluationBudget(MOST_ITEMS, VALUE_BYTES);
        assertThatThrownBy(() -> ((SaxonExpression) expression).evaluate(SLOTS, budget))
                .isInstanceOfSatisfying(
                        FaultException.class,
                        e -> assertThat(e.fault().name()).isEqualTo(StandardFault.LIMIT_EXCEEDED.qualifiedName()));
        assertThat(budget.items()).isLessThanOrEqualTo(MOST_ITEMS + 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(1 to 100000000)",
                "sum(for $x in 1 to 100000000 return $x * $x)",
                "(1 to 1000000000)[. mod 7 = 5]",
                "(1 to 20000) ! string(.) = (1 to 20000) ! concat('x', .)",
                "((1 to 20000) ! (0 - .))[. = (1 to 20000)[. gt 5]]",
                "count((1 to 1000000000)[. gt 5])",
                "((1 to 1000000000)[. gt 5])[3000000]",
                "fold-left(1 to 60, 10, function($a, $b) { $a * $a })",
                "let $f := function($n) { $n * $n } return $f($f($f($f($f($f($f($f($f($f($f($f($f($f($f(99)))))))))))))))",
                "let $d := '1234567890' || $s || $s return xs:integer(translate($d || $d || $d || $d || $d || $d, 't', '9'))",
                "xs:decimal(string-join((1 to 20) ! translate($s, 't', '9')))",
                "string-join((1 to 20) ! translate($s, 't', '9')) castable as xs:integer",
                "xs:dateTime(string-join((1 to 20) ! translate($s, 't', '9')) || '-01-01T00:00:00')",
                "xs:dayTimeDuration('PT' || string-join((1 to 20) ! translate($s, 't', '9')) || 'S')",
                "count((1 to 1000000000)[. mod 7 = string-length($s)])",
                "string-join(for $x in 1 to 1000000000 return 'x', '')",
                "string-join((1 to 100000) ! $s)",
                "some $x in 1 to 1000000, $y in 1 to 1000000 satisfies $x + $y < 0",
                "every $x in $v//node(), $y in 1 to 100000000 satisfies $y > 0",
                "for $a in 1 to 1000, $b in 1 to 1000, $c in 1 to 1000 return $a[. < $b + $c]",
                "string-join(1 to 100000000)",
                "max(for $x in 1 to 100000000 return -$x)",
                "count(distinct-values(for $x in 1 to 100000000 return $x))",
                "let $a := concat($s, $s, $s, $s, $s, $s, $s, $s), $b := concat($a, $a, $a, $a, $a, $a, $a, $a, $a), "
                        + "$c := concat($b, $b, $b, $b, $b, $b, $b, $b, $b, $b, $b, $b, $b, $b, $b) "
                        + "return string-length(concat($c, $c))",
                "fold-left(1 to 1000000000, 0, function($a, $b) { $a + $b })",
                "let $f := function($f, $n) { if ($n < 0) then 0 else $f($f, $n - 1) + $f($f, $n - 1) } return $f($f, 60)"
            })
    void shouldEndXPathThatHasNoEnd(String text) throws ExpressionSyntaxException {
        endsByLimit(ExpressionCompiler.second(text, Map.of(), REFERENCES, null));
    }

    /** Saxon's compiler would evaluate these parts without a counter. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "(1 to 100000) ! . = (200000 to 300000)",
                "matches('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab', '(a|aa)+$')",
                "replace(concat($s, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab'), '(a|aa)+$', 'x')",
                "count(tokenize(concat($s, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab'), '(a|aa)+$'))"
            })
    void shouldCountWhatIsKnownBeforehand(String text) throws ExpressionSyntaxException {
        endsByLimit(ExpressionCompiler.second(text, Map.of(), REFERENCES, null));
        endsByLimit(ExpressionCompiler.xquery(text, Map.of(), REFERENCES, null));
    }

    @Test
    void shouldCompareNoRangeWhenItCompiles() throws ExpressionSyntaxException {
        for (String text : List.of("(1 to 1000000000) = 5000000000", "-7 = (1 to 1000000000)")) {
            assertThat(ExpressionCompiler.second(text, Map.of(), REFERENCES, null)
                            .evaluate(SLOTS))
                    .isEqualTo(false);
        }
    }

    @Test
    void shouldReadNoLongNumberWhenItCompiles() throws ExpressionSyntaxException {
        String digits = "9".repeat(1_000_000);

        endsByLimit(ExpressionCompiler.second("xs:integer('" + digits + "')", Map.of(), REFERENCES, null));
        CompiledExpression refused =
                ExpressionCompiler.second("for $x in " + digits + " return $x", Map.of(), REFERENCES, null);
        assertThatThrownBy(() -> refused.evaluate(SLOTS))
                .isInstanceOf(FaultException.class)
                .hasMessageContaining("more than 10000 digits");
    }

    @Test
    void shouldCompareListsOfLiteralsWhenItIsEvaluatedOnly() throws ExpressionSyntaxException {
        String text = "(" + "1,".repeat(100_000) + "1) = (" + "2,".repeat(100_000) + "2)";

        endsByLimit(ExpressionCompiler.second(text, Map.of(), REFERENCES, null));
    }

    @Test
    void shouldEvaluateTheRightSideOfAComparisonOnce() throws ExpressionSyntaxException {
        String right = "((1 to 1000) ! (. * 2))";

        assertThat(items("(1 to 9) ! (-.) = " + right))
                .isBetween(items("count(" + right + ")"), items("count(" + right + ")") * 3 / 2 + 9 * 100);
        // As many items as there are pairs, ten of which are as good as one.
        assertThat(items("(1 to 1000) ! (-.) = " + right)).isBetween(95_000L, 110_000L);
    }

    private static long items(String text) throws ExpressionSyntaxException {
        CompiledExpression expression = ExpressionCompiler.second(text, Map.of(), REFERENCES, null);
        EvaluationBudget budget = new EvaluationBudget(Long.MAX_VALUE, Long.MAX_VALUE);
        ((SaxonExpression) expression).evaluate(SLOTS, budget);
        return budget.items();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                LOOP,
                "declare function local:f() { if (local:g()) then local:f() else 1 }; declare function local:g() "
                        + "{ exists(1 to 5) }; local:f()",
                "declare function local:f($n) { if ($n = 0) then 0 else local:f($n - 1) + local:f($n - 1) }; local:f(50)",
                "declare variable $all := (for $x in 1 to 1000000000 return $x + 1); count($all)",
                "for $x in 1 to 100000000 let $y := $x * 2 where $y > 0 order by $y descending return $y",
                "<a>{for $x in 1 to 100000000 return <b/>}</a>",
                "declare function local:f($x) { local:f(<a>{$x, $x}</a>) }; local:f(<a/>)",
                "for $x in 1 to 100000000 group by $k := $x mod 3 return count($x)"
            })
    void shouldEndXQueryThatHasNoEnd(String text) throws ExpressionSyntaxException {
        endsByLimit(ExpressionCompiler.xquery(text, Map.of(), REFERENCES, null));
    }

    /** Axes that lead aside pass nodes that they do not yield. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "count($v//a[following::nothing])",
                "count($v//a[preceding-sibling::nothing])",
                "count(for $a in $v//a return $a/following-sibling::nothing)"
            })
    void shouldCountWhatAnAxisPasses(String text) throws ExpressionSyntaxException {
        Element wide = read("<r>" + "<a/>".repeat(1_000) + "</r>");
        Slots slots = new Slots() {
            @Override
            public Element slot(int hops, int index) {
                return wide;
            }

            @Override
            public boolean link(int index) {
                return false;
            }
        };
        CompiledExpression expression = ExpressionCompiler.second(text, Map.of(), REFERENCES, null);
        EvaluationBudget budget = new EvaluationBudget(Long.MAX_VALUE, Long.MAX_VALUE);

        assertThat(((SaxonExpression) expression).evaluate(slots, budget)).isEqualTo(0.0);
        assertThat(budget.items()).isBetween(1_000_000L, 3_000_000L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "for $x at $i in $v/a group by $k := $x mod 2 order by $k return <g k='{$k}'>{count($x), $x}</g>",
                "for $x in $v/a order by $x descending return $x",
                "let $f := <a>{$v/a, $v/b}</a> return <c n='{count($f//a)}'>{$f/a[1], 'x', 1 to 3}</c>",
                "<o>{for $x in $v/* return if ($x/@c) then <c>{$x/@c, $x/text()}</c> else $x}</o>",
                "for $w in tokenize('a b c', ' ') for tumbling window $y in $v/a start when true() return ($w, $y)",
                "try { 1 idiv 0 } catch * { $v/a }",
                "typeswitch ($v/b) case element(b) return $v/b/@c case element() return 1 default return 2",
                "declare function local:f($n as element()*) as xs:integer { count($n) }; local:f($v/*) + local:f(())",
                "fold-left($v/a, 0, function($x, $y) { $x + $y })",
                "some $x in $v/a, $y in $v/b satisfies $x << $y",
                "map { 'a': 1, 'b': (2, 3) }?b",
                "array { $v/a }(2)",
                "for-each-pair($v/a, $v/a, concat#2)",
                "sort($v/a, (), function($x) { -number($x) })",
                "$v/a = $v/b, $v/a = ('2', '7'), $v/* != $v/a, (1, 2, 3) < (0, 2), () = $v/a",
                "$v/a union $v/b except $v/a[1]",
                "$v//a[last()], $v/a[position() < 2], ($v/a)[2], $v/*[2]/following-sibling::*"
            })
    void shouldYieldWithCountersWhatItDoesWithout(String text) throws Exception {
        XQueryEvaluator evaluator = SaxonFunctions.PROCESSOR
                .newXQueryCompiler()
                .compile("declare variable $v external; " + text)
                .load();
        evaluator.setExternalVariable(
                new QName("v"), new SaxonTrees().root(REFERENCES.variable("v"), SLOTS.slot(0, 0)));
        Object expected = new SaxonTrees().value(evaluator.evaluate());

        assertThat(texts(ExpressionCompiler.xquery(text, Map.of(), REFERENCES, null)
                        .evaluate(SLOTS)))
                .isEqualTo(texts(expected));
    }

    private static List<String> texts(Object value) {
        List<String> texts = new ArrayList<>();
        (value instanceof List<?> nodes ? nodes : List.of(value))
                .forEach(node -> texts.add(node instanceof Element made ? made.toString() : XPathValues.toText(node)));
        return texts;
    }

    /** Resources outside of the process are missing for every way of an expression. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "doc('file:///etc/hostname')",
                "unparsed-text('file:///etc/hostname')",
                "unparsed-text-lines('file:///etc/hostname')",
                "json-doc('file:///etc/hostname')",
                "collection('file:///etc/?select=hostname')",
                "uri-collection('file:///etc/')",
                "parse-xml('<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/hostname\">]><a>&x;</a>')",
                "transform(map{'stylesheet-text': '<x/>'})",
                "string(doc-available('file:///etc/hostname'))[. = 'true']",
                "string(unparsed-text-available('file:///etc/hostname'))[. = 'true']",
                "available-environment-variables()",
                "environment-variable('PATH')"
            })
    void shouldSeeNothingOutside(String text) throws ExpressionSyntaxException {
        CompiledExpression expression = ExpressionCompiler.second(text, Map.of(), REFERENCES, null);
        Object seen;
        try {
            seen = XPathValues.toText(expression.evaluate(SLOTS));
        } catch (FaultException e) {
            assertThat(e.fault().name()).isEqualTo(StandardFault.SUB_LANGUAGE_EXECUTION_FAULT.qualifiedName());
            return;
        }
        assertThat(seen).isEqualTo("");
    }

    /** A call that is not the last of a function needs the stack, and ends when that is exhausted. */
    @Test
    void shouldEndRecursionThatIsTooDeep() throws ExpressionSyntaxException {
        CompiledExpression deep = ExpressionCompiler.xquery(
                "declare function local:f($n) { 1 + local:f($n + 1) }; local:f(1)", Map.of(), REFERENCES, null);

        assertThatThrownBy(() -> deep.evaluate(SLOTS)).isInstanceOf(FaultException.class);
    }

    @Test
    void shouldKeepWhatIsLargeButHasAnEnd() throws ExpressionSyntaxException {
        assertThat(ExpressionCompiler.second("sum(for $x in 1 to 30000 return $x)", Map.of(), REFERENCES, null)
                        .number(SLOTS))
                .isEqualTo(450_015_000.0);
        assertThat(ExpressionCompiler.second("string-length(string-join((1 to 500) ! $s))", Map.of(), REFERENCES, null)
                        .number(SLOTS))
                .isEqualTo(500_000.0);
        assertThat(ExpressionCompiler.xquery(
                                "declare function local:f($n, $all) { if ($n = 0) then $all else "
                                        + "local:f($n - 1, $all + 1) }; local:f(90000, 0)",
                                Map.of(),
                                REFERENCES,
                                null)
                        .number(SLOTS))
                .isEqualTo(90_000.0);
    }

    /** The budget is that of one evaluation. */
    @Test
    void shouldBeginAnewWithEachEvaluation() throws ExpressionSyntaxException {
        SaxonExpression expression = (SaxonExpression)
                ExpressionCompiler.second("count(for $x in 1 to 30000 return $x + 1)", Map.of(), REFERENCES, null);
        EvaluationBudget first = new EvaluationBudget(MOST_ITEMS, VALUE_BYTES);
        expression.evaluate(SLOTS, first);
        EvaluationBudget second = new EvaluationBudget(MOST_ITEMS, VALUE_BYTES);
        expression.evaluate(SLOTS, second);

        assertThat(second.items()).isEqualTo(first.items()).isBetween(30_000L, 100_000L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "concat('a', 'b')/x",
                "(1)/a",
                "'a' | $v/a",
                "sum(1)",
                "true()[1]/..",
                "string($v)/@c",
                "(1 + 1)//a",
                "name('a')",
                "count($v/a | concat('a', 'b'))",
                "local-name(1)",
                "namespace-uri(true())",
                "lang('en')"
            })
    void shouldRefuseOrFaultWhenTypesDoNotFit(String text) {
        Throwable thrown = catchThrowable(
                () -> ExpressionCompiler.expression(text, Map.of(), REFERENCES).evaluate(SLOTS));

        fitsNoType(text, thrown);
        assertThat(thrown).as(text).isNotNull();
    }

    private static void fitsNoType(String text, Throwable thrown) {
        if (thrown instanceof FaultException fault) {
            assertThat(fault.fault().name())
                    .as(text)
                    .isIn(
                            StandardFault.SUB_LANGUAGE_EXECUTION_FAULT.qualifiedName(),
                            StandardFault.SELECTION_FAILURE.qualifiedName(),
                            StandardFault.LIMIT_EXCEEDED.qualifiedName());
        } else if (thrown != null) {
            assertThat(thrown).as(text).isInstanceOf(ExpressionSyntaxException.class);
        }
    }

    /** Seeded expressions of all kinds of terms where any may stand, in all ways of reading a value. */
    @Test
    void shouldFailByFaultsOnly() {
        int evaluated = 0;
        for (int seed = 1; seed <= CASES; seed++) {
            String text = term(new Random(seed), 0);
            for (int language = 0; language < 3; language++) {
                CompiledExpression expression;
                try {
                    expression = compiled(text, language);
                } catch (ExpressionSyntaxException e) {
                    continue;
                }
                evaluated++;
                List<ThrowableAssert.ThrowingCallable> ways = List.of(
                        () -> expression.evaluate(SLOTS),
                        () -> expression.test(SLOTS),
                        () -> expression.number(SLOTS),
                        () -> expression.string(SLOTS),
                        () -> expression.count(SLOTS),
                        () -> expression.places(SLOTS));
                for (ThrowableAssert.ThrowingCallable way : ways) {
                    fitsNoType("seed " + seed + " language " + language + ": " + text, catchThrowable(way));
                }
            }
        }
        assertThat(evaluated).isGreaterThan(CASES);
    }

    private static CompiledExpression compiled(String text, int language) throws ExpressionSyntaxException {
        return switch (language) {
            case 0 -> ExpressionCompiler.expression(text, Map.of(), REFERENCES);
            case 1 -> ExpressionCompiler.second(text, Map.of(), REFERENCES, null);
            default -> ExpressionCompiler.xquery(text, Map.of(), REFERENCES, null);
        };
    }

    private static final List<String> LEAVES = List.of(
            "1", "'a'", "$v", "$s", "$v/a", "$v/b/@c", "true()", "''", "0 div 0", "$v//text()", "-1.5", ".", "/");
    private static final List<String> FUNCTIONS = List.of(
            "count",
            "string",
            "number",
            "boolean",
            "not",
            "sum",
            "name",
            "local-name",
            "namespace-uri",
            "floor",
            "round",
            "ceiling",
            "string-length",
            "normalize-space",
            "concat",
            "contains",
            "substring",
            "substring-before",
            "translate",
            "starts-with",
            "id",
            "lang",
            "position",
            "last");
    private static final List<String> OPERATORS =
            List.of("+", "-", "*", "div", "mod", "=", "!=", "<", ">=", "and", "or", "|");
    private static final List<String> STEPS = List.of(
            "/a", "//a", "/..", "/@c", "/text()", "/ancestor::*", "/following::node()", "[1]", "[last()]", "/.");

    private static String term(Random random, int depth) {
        if (depth > 3) {
            return any(random, LEAVES);
        }
        return switch (random.nextInt(6)) {
            case 0 -> any(random, LEAVES);
            case 1 ->
                "(" + term(random, depth + 1) + " " + any(random, OPERATORS) + " " + term(random, depth + 1) + ")";
            case 2 -> "(" + term(random, depth + 1) + ")[" + term(random, depth + 1) + "]";
            case 3 -> "(" + term(random, depth + 1) + ")" + any(random, STEPS);
            default -> {
                List<String> arguments = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    arguments.add(term(random, depth + 1));
                }
                yield any(random, FUNCTIONS) + "(" + String.join(", ", arguments) + ")";
            }
        };
    }

    private static String any(Random random, List<String> of) {
        return of.get(random.nextInt(of.size()));
    }

    /** The compiler's time for them grows without bound, so they must not be compiled. */
    @ParameterizedTest
    @ValueSource(strings = {"not(", "count(", "(", "$v[", "function() {"})
    void shouldRefuseWhatIsNestedDeeperThanAnybodyWrites(String opening) {
        int deep = 20_000;
        String closing = opening.endsWith("[") ? "]" : opening.endsWith("{") ? "}" : ")";
        String text = opening.repeat(deep) + "1" + closing.repeat(deep);

        assertThatThrownBy(() -> ExpressionCompiler.second(text, Map.of(), REFERENCES, null))
                .isInstanceOf(ExpressionSyntaxException.class)
                .hasMessageContaining("it is nested too deep, in more than 250 brackets")
                .hasMessageMatching("(?s).{0,500}");
        assertThatThrownBy(() -> ExpressionCompiler.xquery(text, Map.of(), REFERENCES, null))
                .isInstanceOf(ExpressionSyntaxException.class)
                .hasMessageContaining("it is nested too deep");
    }

    @Test
    void shouldCompileWhatIsNestedAsDeepAsIsAllowed() throws Exception {
        String text = "(".repeat(250) + "1" + ")".repeat(250);

        assertThat(ExpressionCompiler.second(text, Map.of(), REFERENCES, null)).isNotNull();
    }
}
