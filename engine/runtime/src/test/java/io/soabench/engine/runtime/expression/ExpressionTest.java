package io.soabench.engine.runtime.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.ElementReader;
import io.soabench.engine.runtime.xml.XmlLimits;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** XPath 1.0: own terms, jaxen, and that both say the same. */
class ExpressionTest {
    private static final String DOCUMENT =
            "<r xmlns:p='urn:p'><p:a n='1'>one</p:a><p:a n='2'>two</p:a><b><c>3</c><c>4.5</c></b><e/></r>";

    private static final References REFERENCES = References.ofVariables(name -> switch (name) {
        case "v" -> new Reference(0, 0, Reference.Kind.NODE, "v");
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
}
