package io.soabench.engine.runtime.expression.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.engine.bpel.xpath.OdeExtensions;
import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.ExpressionSyntaxException;
import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.expression.References;
import io.soabench.engine.runtime.expression.Slots;
import io.soabench.engine.runtime.expression.StyleSheet;
import io.soabench.engine.runtime.expression.TreeNode;
import io.soabench.engine.runtime.expression.saxon.SaxonExpression;
import io.soabench.engine.runtime.expression.saxon.SaxonFunctions;
import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.ElementReader;
import io.soabench.engine.runtime.xml.RefusedXmlException;
import io.soabench.engine.runtime.xml.XmlLimits;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import net.sf.saxon.om.NamespaceUri;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** XPath 2.0 and XQuery: results, and the equality of the fast way and of Saxon. */
class XPathTwoTest {
    private static final String DOCUMENT = "<r xmlns:p='urn:p'><p:a n='1'>10</p:a><p:a n='2'>9</p:a>"
            + "<b><c>3</c><c>4.5</c></b><e/><d>2026-11-23T04:00:00Z</d><t>x y</t></r>";
    private static final Map<String, String> NAMESPACES = Map.of(
            "p",
            "urn:p",
            "ode",
            OdeExtensions.NAMESPACE,
            "bpel",
            "http://docs.oasis-open.org/wsbpel/2.0/process/executable");

    private static final References REFERENCES = new References() {
        @Override
        public Reference variable(String name) {
            return switch (name) {
                case "v" -> new Reference(0, 0, Reference.Kind.NODE, "v");
                case "i" -> new Reference(0, 1, Reference.Kind.INTEGER, "i");
                case "flag" -> new Reference(0, 2, Reference.Kind.BOOLEAN, "flag");
                case "s" -> new Reference(0, 3, Reference.Kind.STRING, "s");
                case "big" -> new Reference(0, 4, Reference.Kind.INTEGER, "big");
                case "x" -> new Reference(0, 5, Reference.Kind.NUMBER, "x");
                case "none" -> new Reference(0, 6, Reference.Kind.STRING, "none");
                default -> null;
            };
        }

        @Override
        public int link(String name) {
            return -1;
        }

        @Override
        public CompiledExpression property(String variable, String property) {
            Reference from = variable(variable);
            return switch (property) {
                case "p:q" -> property(from, Reference.Kind.STRING);
                case "p:int" -> property(from, Reference.Kind.INTEGER);
                case "p:decimal" -> property(from, Reference.Kind.DECIMAL);
                case "p:double" -> property(from, Reference.Kind.NUMBER);
                case "p:truth" -> property(from, Reference.Kind.BOOLEAN);
                case "p:node" -> property(from, Reference.Kind.NODE);
                default -> null;
            };
        }

        private static CompiledExpression property(Reference from, Reference.Kind kind) {
            Reference node = new Reference(from.hops(), from.index(), Reference.Kind.NODE, from.name());
            return ExpressionCompiler.property(ExpressionCompiler.whole(node), "q", kind);
        }

        @Override
        public StyleSheet styleSheet(String address) {
            return null;
        }
    };

    private static final Element[] VALUES = {
        read(DOCUMENT),
        Element.text("", "", "i", "42"),
        Element.text("", "", "flag", "false"),
        Element.text("", "", "s", "7"),
        Element.text("", "", "big", "9007199254740993"),
        Element.text("", "", "x", "2.5"),
        null
    };

    private static final Slots SLOTS = new Slots() {
        @Override
        public Element slot(int hops, int index) {
            return VALUES[index];
        }

        @Override
        public boolean link(int index) {
            return false;
        }

        @Override
        public long instanceId() {
            return 17;
        }
    };

    private static Element read(String text) {
        try {
            return new ElementReader(XmlLimits.DEFAULT).read(text.getBytes(StandardCharsets.UTF_8));
        } catch (RefusedXmlException e) {
            throw new AssertionError(e);
        }
    }

    private static CompiledExpression compile(String text) throws ExpressionSyntaxException {
        return ExpressionCompiler.second(text, NAMESPACES, REFERENCES, null);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '~',
            value = {
                "$v/p:a ; true",
                "($v/p:a, 'a') ; true",
                "$v/none ; false",
                "() ; false",
                "'false' ; true",
                "'' ; false",
                "xs:anyURI('') ; false",
                "0.0 ; false",
                "xs:double('NaN') ; false",
                "number('x') ; false",
                "$flag ; false",
                "(1, 2) ; no value",
                "('a', $v/p:a) ; no value",
                "xs:date('2026-01-31') ; no value",
                "xs:dayTimeDuration('PT0S') ; no value"
            })
    void shouldTestTheEffectiveBooleanValue(String text, String expected) throws ExpressionSyntaxException {
        CompiledExpression expression = compile(text);
        if (expected.equals("no value")) {
            assertThatThrownBy(() -> expression.test(SLOTS))
                    .hasMessageContaining("Effective boolean value is not defined")
                    .isInstanceOfSatisfying(
                            FaultException.class,
                            e -> assertThat(e.fault().name().name()).isEqualTo("subLanguageExecutionFault"));
        } else {
            assertThat(expression.test(SLOTS)).isEqualTo(Boolean.valueOf(expected));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '~',
            value = {
                "if ($flag) then 'a' else 'b' ; b",
                "for $n in 1 to 2 return $n + $i ; 43",
                "string-join(for $c in $v/b/c return string($c), '-') ; 3-4.5",
                "upper-case('abc') ; ABC",
                "$v/p:a[1] < $v/p:a[2] ; true",
                "number($v/p:a[1]) < number($v/p:a[2]) ; false",
                "seconds-from-dateTime(xs:dateTime($v/d)) ; 0",
                "year-from-dateTime($v/d) ; 2026",
                "tokenize($v/t, ' ')[2] ; y",
                "$s + 1 ; 8",
                "$i idiv 5 ; 8",
                "$i + 1 ; 43",
                "$big + 1 ; 9007199254740994",
                "$big = 9007199254740992 ; false",
                "$i div 4 ; 10.5",
                "$x * 2 ; 5",
                "deep-equal($v/b, $v/b) ; true",
                "fn:not($flag) ; true",
                "exists($v/e) ; true",
                "empty($v/nothing) ; true",
                "some $c in $v/b/c satisfies $c > 4 ; true",
                "$v/p:a/@n ; 1",
                "max(($v/b/c)) ; 4.5",
                "bpel:getVariableProperty('s', 'p:q') ; 7",
                "bpel:getVariableProperty('s', 'p:q') = '7' ; true",
                "upper-case(concat(bpel:getVariableProperty('s', 'p:q'), 'a')) ; 7A",
                "bpel:getVariableProperty('i', 'p:int') + 1 ; 43",
                "bpel:getVariableProperty('i', 'p:int') idiv 5 ; 8",
                "bpel:getVariableProperty('i', 'p:int') > 9 ; true",
                "bpel:getVariableProperty('i', 'p:int') > bpel:getVariableProperty('s', 'p:int') ; true",
                "bpel:getVariableProperty('i', 'p:q') > bpel:getVariableProperty('s', 'p:q') ; false",
                "bpel:getVariableProperty('big', 'p:int') + 1 ; 9007199254740994",
                "bpel:getVariableProperty('i', 'p:int') instance of xs:integer ; true",
                "bpel:getVariableProperty('x', 'p:decimal') instance of xs:decimal ; true",
                "bpel:getVariableProperty('x', 'p:decimal') + 1 ; 3.5",
                "bpel:getVariableProperty('x', 'p:double') instance of xs:double ; true",
                "max((bpel:getVariableProperty('i', 'p:int'), bpel:getVariableProperty('s', 'p:int'))) ; 42",
                "if (bpel:getVariableProperty('flag', 'p:truth')) then 'yes' else 'no' ; no",
                "not(bpel:getVariableProperty('flag', 'p:truth')) ; true",
                "upper-case(bpel:getVariableProperty('v', 'p:node')/t) ; X Y",
                "$ode:pid ; 17",
                "concat(upper-case('p'), $ode:pid) ; P17",
                "ode:combineUrl('http://h/a/b.html', '../c/') ; http://h/c/",
                "ode:composeUrl('http://h/{u}/{none}', 'u', 'a b/c') ; http://h/a%20b%2Fc/",
                "ode:expandTemplate('http://h/{u}/{none}/{d=1}', 'u', 'x') ; http://h/x/{none}/1",
                "count(ode:splitToElements('a,b', ',', 'e')/e) ; 2"
            })
    void shouldEvaluate(String text, String expected) throws ExpressionSyntaxException {
        assertThat(compile(text).string(SLOTS)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'a'",
                "1",
                "$v/p:a",
                "$v/p:a[2]/@n",
                "$v/b/c/text()",
                "$v/*[3]/c[2]",
                "$v/p:a = '9'",
                "$v/p:a != '9'",
                "$v/missing = ''",
                "$v/p:a and not($flag)",
                "$v/missing or $s",
                "$i + 1 < 44",
                "$i * $i - 2",
                "$i mod 5",
                "$i = 42",
                "$big = $i",
                "$big + 1",
                "$big * 2",
                "$flag = false()",
                "count($v/p:a) > 1",
                "concat('a', $v/b/c[1], $i, $flag, $s)",
                "concat('a', $v/nothing)",
                "string($v/e)",
                "string-length($v/t) = 3",
                "contains($v/t, ' ')",
                "starts-with($s, '7')",
                "boolean($v/e)",
                "bpel:getVariableProperty('s', 'p:q') = '7'",
                "bpel:getVariableProperty('i', 'p:int') + 1",
                "bpel:getVariableProperty('i', 'p:int') > 9",
                "bpel:getVariableProperty('big', 'p:int') = 1",
                "concat('a', bpel:getVariableProperty('i', 'p:int'))",
                "not(bpel:getVariableProperty('flag', 'p:truth'))",
                "string(bpel:getVariableProperty('flag', 'p:truth'))",
                "bpel:getVariableProperty('v', 'p:node') = 'x'"
            })
    void shouldYieldTheSameTheFastWay(String text) throws ExpressionSyntaxException {
        CompiledExpression fast = compile(text);
        assertThat(fast).isInstanceOf(CommonTerms.Guarded.class);

        CompiledExpression saxon = SaxonExpression.xpath(text, NAMESPACES, REFERENCES, null);
        assertThat(plain(fast.evaluate(SLOTS))).isEqualTo(plain(saxon.evaluate(SLOTS)));
        assertThat(fast.test(SLOTS)).isEqualTo(saxon.test(SLOTS));
    }

    /** Returns a value in which one node and a list of it are the same sequence. */
    private static Object plain(Object value) {
        return value instanceof List<?> ? value : List.of(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$v/p:a < $v/b/c",
                "$v/p:a + 1",
                "$s < '9'",
                "$i div 4",
                "$x + 1",
                "$v//c",
                "$v/p:a = 10",
                "number($v/e)",
                "substring($s, 1)"
            })
    void shouldLeaveToSaxonWhatXPathOneMeansOtherwise(String text) throws ExpressionSyntaxException {
        assertThat(compile(text)).isInstanceOf(SaxonExpression.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "concat('a', $v/b/c)",
                "string($v/p:a)",
                "contains($v/p:a, '1')",
                "1 idiv 0",
                "xs:int('x')",
                "bpel:getVariableProperty('v', 'p:int') + 1",
                "bpel:getVariableProperty('v', 'p:int') > 9",
                "bpel:getVariableProperty('i', 'p:int') + 'a'",
                "bpel:getVariableProperty('i', 'p:int') = 'a'"
            })
    void shouldFaultWhenXPathTwoDoes(String text) throws ExpressionSyntaxException {
        CompiledExpression expression = compile(text);
        assertThatThrownBy(() -> expression.evaluate(SLOTS))
                .isInstanceOfSatisfying(
                        FaultException.class,
                        e -> assertThat(e.fault().name().name()).isEqualTo("subLanguageExecutionFault"));
    }

    @Test
    void shouldTestThePropertyThatIsTheWholeExpressionByItsValue() throws ExpressionSyntaxException {
        CompiledExpression truth = compile("bpel:getVariableProperty('flag', 'p:truth')");

        assertThat(truth.test(SLOTS)).isFalse();
        assertThat(truth.evaluate(SLOTS)).as("a node, to be copied").isInstanceOf(Element.class);
    }

    @Test
    void shouldFaultWhenVariableHasNoValue() throws ExpressionSyntaxException {
        CompiledExpression expression = compile("upper-case($none)");
        assertThatThrownBy(() -> expression.evaluate(SLOTS))
                .isInstanceOfSatisfying(
                        FaultException.class,
                        e -> assertThat(e.fault().name().name()).isEqualTo("uninitializedVariable"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 +", "$unknown", "nothing()", "if (1) then 2", "ode:nothing(1, 2)"})
    void shouldRefuseWhatIsNoXPathTwo(String text) {
        assertThatThrownBy(() -> compile(text))
                .isInstanceOf(ExpressionSyntaxException.class)
                .hasMessageStartingWith("'" + text + "' is no XPath 2.0 expression: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "doc('file:///etc/passwd')",
                "unparsed-text('file:///etc/passwd')",
                "collection('file:///etc')",
                "unparsed-text('http://127.0.0.1:9/')"
            })
    void shouldReadNothingFromOutside(String text) throws ExpressionSyntaxException {
        CompiledExpression expression = compile("string(" + text + ")");
        assertThatThrownBy(() -> expression.evaluate(SLOTS)).isInstanceOf(FaultException.class);
    }

    @Test
    void shouldFindThePlacesOfNodes() throws ExpressionSyntaxException {
        List<TreeNode> places = compile("$v//c[. = '4.5']").places(SLOTS);

        assertThat(places).hasSize(1);
        assertThat(places.get(0).replaced(Element.text("", "", "c", "5")).toString())
                .contains("<c>3</c><c>5</c>");
        assertThat(compile("($v//p:a/@n)[last()]")
                        .places(SLOTS)
                        .get(0)
                        .replaced("7")
                        .toString())
                .contains("n=\"7\"");
    }

    @Test
    void shouldCarryNamespacesOfValues() throws ExpressionSyntaxException {
        Element all = read("<r xmlns:q='urn:q'><x>q:name</x></r>");
        Reference context = new Reference(0, 0, Reference.Kind.NODE, "c");
        Slots slots = new Slots() {
            @Override
            public Element slot(int hops, int index) {
                return all;
            }

            @Override
            public boolean link(int index) {
                return false;
            }
        };

        Object found = ExpressionCompiler.second("descendant::x", Map.of(), REFERENCES, context)
                .evaluate(slots);
        assertThat(found).isInstanceOfSatisfying(Element.class, x -> assertThat(x.declarations())
                .anyMatch(declared -> declared.uri().equals("urn:q")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "<a>{$v/b/c[1]/text()}</a> | <a>3</a>",
                "for $c in $v/b/c where $c > 4 return <d n='{$c}'/> | ~<d n=\"4.5\"/>~",
                "<d n='{$i}' m=\"{concat($s, 'x')}\"/> | ~<d n=\"42\" m=\"7x\"/>~",
                "declare namespace z = 'urn:z'; <z:a>{$i + 1}</z:a> | ~<z:a xmlns:z=\"urn:z\">43</z:a>~",
                "let $n := count($v//c) return <n>{$n}</n> | <n>2</n>"
            })
    void shouldEvaluateXQuery(String text, String expected) throws ExpressionSyntaxException {
        Object value =
                ExpressionCompiler.xquery(text, NAMESPACES, REFERENCES, null).evaluate(SLOTS);
        assertThat(value).isInstanceOf(Element.class);
        assertThat(plainText((Element) value)).isEqualTo(expected);
    }

    private static String plainText(Element element) {
        return element.toString().replaceAll(" xmlns:(p|ode|bpel)=\"[^\"]*\"", "");
    }

    @Test
    void shouldNotKeepTheNamesOfMessages() throws ExpressionSyntaxException {
        CompiledExpression expression =
                ExpressionCompiler.second("upper-case(string($v))", NAMESPACES, REFERENCES, null);
        net.sf.saxon.om.NamePool pool =
                SaxonFunctions.PROCESSOR.getUnderlyingConfiguration().getNamePool();
        int before = pool.allocateFingerprint(NamespaceUri.of("urn:probe"), "before");
        for (int i = 0; i < 100; i++) {
            Element message = read("<m" + i + " a" + i + "='1'/>");
            Slots slots = new Slots() {
                @Override
                public Element slot(int hops, int index) {
                    return message;
                }

                @Override
                public boolean link(int index) {
                    return false;
                }
            };
            expression.evaluate(slots);
        }
        assertThat(pool.allocateFingerprint(NamespaceUri.of("urn:probe"), "after") - before)
                .isLessThan(10);
    }
}
