package io.soabench.engine.runtime.expression.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.ExpressionSyntaxException;
import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.expression.References;
import io.soabench.engine.runtime.expression.Slots;
import io.soabench.engine.runtime.expression.TreeNode;
import io.soabench.engine.runtime.expression.XPathValues;
import io.soabench.engine.runtime.expression.jaxen.GeneralExpression;
import io.soabench.engine.runtime.expression.jaxen.JaxenPaths;
import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.ElementReader;
import io.soabench.engine.runtime.xml.XmlLimits;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** XPath 1.0: own terms, jaxen, and the equality of their results. */
class ExpressionTest {
    private static final String DOCUMENT =
            "<r xmlns:p='urn:p'><p:a n='1'>one</p:a><p:a n='2'>two</p:a><b><c>3</c><c>4.5</c></b><e/></r>";

    private static final References REFERENCES = References.ofVariables(name -> switch (name) {
        case "v", "t" -> new Reference(0, 0, Reference.Kind.NODE, name);
        case "m.part" -> new Reference(0, 1, Reference.Kind.NUMBER, "m.part");
        case "flag" -> new Reference(0, 2, Reference.Kind.BOOLEAN, "flag");
        default -> null;
    });

    private static final Slots SLOTS = new Slots() {
        private final Element[] values = {
            read(DOCUMENT), Element.text("", "", "part", " 42 "), Element.text("", "", "flag", "false")
        };

        @Override
        public Element slot(int hops, int index) {
            return values[index];
        }

        @Override
        public boolean link(int index) {
            return false;
        }
    };

    private static Element read(String text) {
        try {
            return new ElementReader(XmlLimits.DEFAULT).read(text.getBytes(StandardCharsets.UTF_8));
        } catch (io.soabench.engine.runtime.xml.RefusedXmlException e) {
            throw new AssertionError(e);
        }
    }

    private static CompiledExpression compile(String text) throws ExpressionSyntaxException {
        return ExpressionCompiler.expression(text, Map.of("p", "urn:p"), REFERENCES);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '~',
            value = {
                "'a' ; a",
                "1 + 2 * 3 ; 7",
                "7 div 2 ; 3.5",
                "-7 mod 4 ; -3",
                "1 div 0 ; Infinity",
                "-(1) ; -1",
                "number('x') ; NaN",
                "0.1 + 0.2 ; 0.30000000000000004",
                "1000000 * 1000000 ; 1000000000000",
                "$v/p:a ; one",
                "$v/p:a[2] ; two",
                "$v/p:a[2]/@n ; 2",
                "$v/*[3]/c[2] ; 4.5",
                "$v/e ; ~~",
                "$v/b/c/text() ; 3",
                "count($v/p:a) ; 2",
                "count($v/missing) ; 0",
                "$m.part ; 42",
                "$m.part + 1 ; 43",
                "$m.part = 42 ; true",
                "$flag ; false",
                "not($flag) and $v/b/c > 4 ; true",
                "$v/b/c = 4.5 ; true",
                "$v/b/c != 3 ; true",
                "$v/p:a = 'two' ; true",
                "$v/missing = '' ; false",
                "$v/missing or $v/e ; true",
                "'b' > 'a' ; false",
                "'1' = 1 ; true",
                "concat('a', 1, true()) ; a1true",
                "string-length('héé') ; 3",
                "contains('abc', 'bc') ; true",
                "starts-with('abc', 'b') ; false",
                "floor(-1.5) ; -2",
                "ceiling(1.2) ; 2",
                "substring('12345', 2, 3) ; 234",
                "normalize-space('  a  b ') ; a b",
                "sum($v/b/c) ; 7.5",
                "$v//c[last()] ; 4.5",
                "name($v/p:a[1]/..) ; r",
                "$v/p:a[@n='2'] ; two",
                "string($v/b/c[. > 3]) ; 4.5",
                "translate('abc', 'b', 'x') ; axc",
                "count($v/p:a | $v/b) ; 3",
                "count($v[b]) ; 1",
                "count($v[missing]) ; 0",
                "boolean($v[b/c > 5]) ; false",
                "count($v[2]) ; 0",
                "$v[1]/b/c ; 3",
                "count($v[missing]/b) ; 0",
                "count($v[missing] | $v/b) ; 1",
                "count($v/p:a[lang('en')]) ; 0",
                "count($v[b < false()]) ; 0",
                "count($v[missing < true()]) ; 1",
                "count($v[b/c > p:a]) ; 0",
                "count($v/b[c >= c]) ; 1",
                "true() <= $v ; true",
                "count($v/p:a[1.5]) ; 0",
                "count($v/p:a[3 div 2]) ; 0",
                "count($v/p:a[4 div 2]) ; 1",
                "count($v/p:a[0 div 0]) ; 0",
                "count($v//*/ancestor::node()[2]) ; 2",
                "count($v//text()/ancestor::*[1]) ; 4",
                "count($v/b/descendant-or-self::node()/following::*[1]) ; 2",
                "count($v/p:a/@n/preceding-sibling::node()) ; 0",
                "count($v/p:a/@n/following-sibling::node()) ; 0",
                "count($v/p:a[2]/@n/preceding::*) ; 1",
                "count($v/p:a[2]/@n/following::*) ; 4",
                "count($v/p:a[2]/@n/following::node()) ; 7",
                "count($v/namespace::node()/preceding::node()) ; 0",
                "string($v/e/namespace::p) ; urn:p",
                "$v/e/namespace::xml ; http://www.w3.org/XML/1998/namespace",
                "count($v/e/namespace::*) ; 2"
            })
    void shouldHaveValueWhenEvaluated(String expression, String expected) throws Exception {
        assertThat(compile(expression).string(SLOTS)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$v/p:a",
                "$v/b/c",
                "$v/p:a[2]/@n",
                "$v/missing",
                "$m.part + 1",
                "$v/b/c > 4",
                "$v/b/c = '3'",
                "count($v/*)",
                "$v/p:a != 'one'",
                "-$m.part",
                "5 div 0",
                "concat($v/b, 'x')",
                "$flag = 'x'",
                "$v/e = false()",
                "'' = $v/e"
            })
    void shouldAgreeWithJaxenWhenOwnTermsAreUsed(String expression) throws Exception {
        org.jaxen.expr.Expr parsed = JaxenPaths.parse(expression);
        CompiledExpression general = new GeneralExpression(parsed, Map.of("p", "urn:p")::get, REFERENCES, null);
        CompiledExpression own = compile(expression);
        assertThat(own).isNotInstanceOf(GeneralExpression.class);
        assertThat(own.string(SLOTS)).isEqualTo(general.string(SLOTS));
        assertThat(own.test(SLOTS)).isEqualTo(general.test(SLOTS));
        assertThat(Double.valueOf(own.number(SLOTS))).isEqualTo(Double.valueOf(general.number(SLOTS)));
        assertThat(own.places(SLOTS)).isEqualTo(general.places(SLOTS));
    }

    @Test
    void shouldReplaceOnlyThePlaceWhenNodeIsReplaced() throws Exception {
        TreeNode place = compile("$v/b/c[2]").places(SLOTS).get(0);
        Element changed = place.replaced(((Element) place.value()).withText("5"));
        assertThat(changed.toString()).contains("<c>3</c><c>5</c>");
        assertThat(SLOTS.slot(0, 0).toString()).contains("<c>4.5</c>");
        TreeNode attribute = compile("$v/p:a[1]/@n").places(SLOTS).get(0);
        assertThat(attribute.replaced("9").toString()).contains("n=\"9\">one");
        TreeNode text = compile("$v/b/c[1]/text()").places(SLOTS).get(0);
        assertThat(text.replaced("").toString()).contains("<c/><c>4.5</c>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 +", "$unknown", "$v/q:a", "p:f(1)", "(", ""})
    void shouldRefuseWhenTextIsNoExpression(String expression) {
        assertThatThrownBy(() -> compile(expression)).isInstanceOf(ExpressionSyntaxException.class);
    }

    @Test
    void shouldSayWhatIsMissingWhenFunctionNeedsContextNode() throws ExpressionSyntaxException {
        CompiledExpression outside = compile("lang('en')");

        assertThatThrownBy(() -> outside.evaluate(SLOTS)).isInstanceOfSatisfying(FaultException.class, e -> assertThat(
                        e.fault().reason())
                .isEqualTo("'lang(\"en\")' failed: 'lang' asks for the language of the context node,"
                        + " and there is none here; use it in a predicate"));
        assertThat(compile("count($v/b[lang('en')])").number(SLOTS)).isZero();
    }

    /** WS-BPEL 2.0, section 8.2.4: an expression has neither context node nor context position nor context size. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "position()",
                "last()",
                "1 + position()",
                "position() = last()",
                "substring('abc', position())",
                "id('x')",
                "count(id('x'))",
                "string()",
                "number()",
                "name()",
                "local-name()",
                "namespace-uri()",
                "string-length()",
                "normalize-space()"
            })
    void shouldFailWhenExpressionAsksForItsContext(String expression) throws Exception {
        CompiledExpression outside = compile(expression);

        assertThatThrownBy(() -> outside.evaluate(SLOTS))
                .isInstanceOfSatisfying(
                        FaultException.class, e -> assertThat(e.fault().name())
                                .isEqualTo(StandardFault.SUB_LANGUAGE_EXECUTION_FAULT.qualifiedName()))
                .hasMessageContaining("there is none here; use it in a predicate");
    }

    /** The same functions where a predicate has a context, and in a query, which has one node at position 1 of 1 (section 8.2.6). */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "position() ; 1",
                "last() ; 1",
                "1 + position() ; 2",
                "concat(position(), '/', last()) ; 1/1",
                "substring('abc', position()) ; abc",
                "name() ; r",
                "string-length() ; 10",
                "count($v/p:a[position() = last()]) ; 1",
                "count($v/p:a[name() = 'p:a'][string() = 'two'][string-length() = 3][normalize-space()]) ; 1",
                "count($v/p:a[position() = 1][last()]) ; 1"
            })
    void shouldHaveContextWhenExpressionIsQuery(String expression, String expected) throws Exception {
        Reference root = REFERENCES.variable("v");

        assertThat(ExpressionCompiler.query(expression, Map.of("p", "urn:p"), REFERENCES, root)
                        .string(SLOTS))
                .isEqualTo(expected);
        if (expression.contains("$v")) {
            assertThat(compile(expression).string(SLOTS)).isEqualTo(expected);
        }
    }

    /** XPath 1.0, section 4.4: no exponent, no plus sign, no word is a number, wherever a text is read as one. */
    @ParameterizedTest
    @ValueSource(strings = {"1e3", "+5", "Infinity", "-Infinity", "1d", "0x1p3"})
    void shouldReadNoNumberWhenTextIsNone(String text) throws Exception {
        String literal = "'" + text + "'";
        for (String expression : new String[] {
            "sum($t)",
            "sum($t/self::*)",
            "round($t)",
            "round(LITERAL)",
            "round(number(LITERAL))",
            "round(1 + LITERAL)",
            "round(-LITERAL)",
            "round(LITERAL mod 7)",
            "floor(round($t/self::*))"
        }) {
            assertThat(compile(expression.replace("LITERAL", literal)).string(texts(text)))
                    .as(expression)
                    .isEqualTo("NaN");
        }
        for (String predicate : new String[] {
            ". = 1000 or . = 5 or . = 1 or . = 8 or . = 1 div 0 or . = -1 div 0",
            "number() = number()",
            "number(.) = number(.)",
            ". + 1 > 0 or . - 1 < 0",
            "-. < 0 or -. > 0",
            "floor(.) = floor(.)"
        }) {
            assertThat(compile("count($t[" + predicate + "])").string(texts(text)))
                    .as(predicate)
                    .isEqualTo("0");
        }
    }

    private static Slots texts(String text) {
        return new Slots() {
            @Override
            public Element slot(int hops, int index) {
                return Element.text("", "", "t", text);
            }

            @Override
            public boolean link(int index) {
                return false;
            }
        };
    }

    /** XPath 1.0, sections 4.2 and 4.4: characters are those of Unicode, and numbers may be beyond any position. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "substring('12345', 2, 3) ; 234",
                "substring('12345', 2) ; 2345",
                "substring('12345', 1.5, 2.6) ; 234",
                "substring('12345', 0, 3) ; 12",
                "concat('[', substring('12345', 0 div 0, 3), ']') ; []",
                "concat('[', substring('12345', 1, 0 div 0), ']') ; []",
                "concat('[', substring('12345', 0 div 0), ']') ; []",
                "substring('12345', -42, 1 div 0) ; 12345",
                "concat('[', substring('12345', -1 div 0, 1 div 0), ']') ; []",
                "substring('12345', 3, 1 div 0) ; 345",
                "substring('12345', -1 div 0) ; 12345",
                "concat('[', substring('12345', 1 div 0), ']') ; []",
                "substring('12345', -1234567890123456789) ; 12345",
                "substring('12345', 2, 1234567890123456789) ; 2345",
                "concat('[', substring('12345', 1234567890123456789), ']') ; []",
                "concat('[', substring('12345', 6), ']') ; []",
                "concat('[', substring('12345', 5), ']') ; [5]",
                "concat('[', substring('12345', 0, 1), ']') ; []",
                "concat('[', substring('', 1), ']') ; []",
                "substring('x\uD83D\uDE00y', 3) ; y",
                "substring('x\uD83D\uDE00y', 2, 1) ; \uD83D\uDE00",
                "string-length(substring('\uD83D\uDE00\uD83D\uDE01\uD83D\uDE02', 2)) ; 2",
                "translate('x\uD83D\uDE00y', '\uD83D\uDE00', 'z') ; xzy",
                "translate('xy', 'y', '\uD83D\uDE00') ; x\uD83D\uDE00",
                "round(2.5) ; 3",
                "round(-2.5) ; -2",
                "1 div round(-0.4) ; -Infinity",
                "1 div round(-0) ; -Infinity",
                "round(0.49999999999999994) ; 0",
                "round(4503599627370497.5) ; 4503599627370498",
                "round(9007199254740991) ; 9007199254740991",
                "round(100000000000000000000) ; 100000000000000000000",
                "round(-1 div 0) ; -Infinity",
                "normalize-space(1 div 3) ; 0.3333333333333333",
                "normalize-space(-0) ; 0",
                "normalize-space(1000000000000000000000000) ; 1000000000000000000000000",
                "substring-after(concat('=', 0.000001 div 1234567890123456789), '=') ; 0.00000000000000000000000081000000729",
                "normalize-space(1 div 1000000000000000000000000000000000000) ; 0.000000000000000000000000000000000001",
                "substring(1 div 1000000000000000000000000000000000000, 38) ; 1",
                "substring-before(1 div 1000000000000000000000000000000000000, 1) ; 0.00000000000000000000000000000000000",
                "round('x') ; NaN"
            })
    void shouldHaveValueWhenNumbersAreAtTheirEnds(String expression, String expected) throws Exception {
        assertThat(compile(expression).string(SLOTS)).isEqualTo(expected);
    }

    /**
     * Copies of a variable hold the same tree; their nodes differ, and the order of two nodes does not depend on
     * others.
     */
    @Test
    void shouldOrderNodesWhenVariablesHoldTheSameTree() throws Exception {
        Element shared = read("<r>" + "<c>x</c>".repeat(40) + "</r>");
        Element other = read("<r>" + "<c>y</c>".repeat(40) + "</r>");
        Slots slots = new Slots() {
            @Override
            public Element slot(int hops, int index) {
                return index == 1 ? other : shared;
            }

            @Override
            public boolean link(int index) {
                return false;
            }
        };
        References references = References.ofVariables(
                name -> new Reference(0, List.of("a", "b", "c").indexOf(name), Reference.Kind.NODE, name));
        for (String union : List.of("$a/c | $b/c | $c/c", "$c/c | $b/c | $a/c", "$b//c | $c//c | $a//c")) {
            List<?> values = (List<?>)
                    ExpressionCompiler.expression(union, Map.of(), references).evaluate(slots);

            assertThat(values.stream().map(XPathValues::toText).collect(Collectors.joining()))
                    .as(union)
                    .isEqualTo("x".repeat(40) + "y".repeat(40) + "x".repeat(40));
        }
    }
}
