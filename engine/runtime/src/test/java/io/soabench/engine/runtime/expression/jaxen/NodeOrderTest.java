package io.soabench.engine.runtime.expression.jaxen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.expression.References;
import io.soabench.engine.runtime.expression.Slots;
import io.soabench.engine.runtime.expression.TextNode;
import io.soabench.engine.runtime.expression.XPathValues;
import io.soabench.engine.runtime.expression.compile.ExpressionCompiler;
import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.ElementReader;
import io.soabench.engine.runtime.xml.XmlLimits;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Sets of nodes: order, identity, comparisons, and how much work they are. */
class NodeOrderTest {
    private static final int CASES = Integer.getInteger("soabench.fuzz.expressions", 60);
    private static final String[] PATHS = {
        "//a",
        "//a//b",
        "//a/..",
        "//a/ancestor::*",
        "//b | //a",
        "//a/@x | //b | //a/text()",
        "//b/preceding::a",
        "//a/following-sibling::b",
        "//b/preceding-sibling::node()",
        "//a[1]",
        "(//a)[last()]",
        "//@x",
        "//text()",
        "//a[b]/b[last()]",
        "//*[. = 'u']",
        "//c/descendant-or-self::c",
        "/r/a/b",
        "//a[@x > //b/@x]",
        "//a/ancestor-or-self::*/@x",
        "//b/following::c"
    };

    private static final Reference TREE = new Reference(0, 0, Reference.Kind.NODE, "v");

    private static final References NONE = References.ofVariables(name -> name.equals("v") ? TREE : null);

    private record Tree(Element root, int valueBytes) implements Slots {
        @Override
        public Element slot(int hops, int index) {
            return root;
        }

        @Override
        public boolean link(int index) {
            return false;
        }
    }

    private static Element read(String text) throws Exception {
        return new ElementReader(XmlLimits.DEFAULT).read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void element(Random random, StringBuilder text, int depth) {
        String name = String.valueOf((char) ('a' + random.nextInt(3)));
        text.append('<').append(name);
        if (random.nextBoolean()) {
            text.append(" x='").append(random.nextInt(5)).append('\'');
        }
        text.append('>');
        for (int i = random.nextInt(5); i > 0; i--) {
            if (depth < 4 && random.nextInt(3) > 0) {
                element(random, text, depth + 1);
            } else {
                text.append((char) ('t' + random.nextInt(3)));
            }
        }
        text.append("</").append(name).append('>');
    }

    /** Seeded trees, against the processor of the JDK. */
    @Test
    @Timeout(600)
    void shouldSelectTheSameNodesInTheSameOrderAsAnotherProcessor() throws Exception {
        for (int seed = 1; seed <= CASES; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder("<r>");
            for (int i = 0; i < 4; i++) {
                element(random, text, 0);
            }
            text.append("</r>");
            Tree tree = new Tree(read(text.toString()), Integer.MAX_VALUE);
            Document document = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(text.toString())));
            for (String path : PATHS) {
                NodeList expected = (NodeList)
                        XPathFactory.newInstance().newXPath().evaluate(path, document, XPathConstants.NODESET);
                CompiledExpression query = ExpressionCompiler.query(path, Map.of(), NONE, TREE);

                assertThat(texts(query.evaluate(tree)))
                        .as("seed " + seed + " " + path + " " + text)
                        .isEqualTo(texts(expected));
                assertThat(query.count(tree)).isEqualTo(expected.getLength());
                assertThat(query.places(tree)).hasSize(expected.getLength()).doesNotHaveDuplicates();
            }
        }
    }

    private static List<String> texts(NodeList nodes) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            texts.add(nodes.item(i).getTextContent());
        }
        return texts;
    }

    private static List<String> texts(Object value) {
        List<String> texts = new ArrayList<>();
        (value instanceof List<?> nodes ? nodes : List.of(value)).forEach(node -> texts.add(XPathValues.toText(node)));
        return texts;
    }

    private static long work(String query, int elements) throws Exception {
        Tree tree = new Tree(read("<r>" + "<a>1</a>".repeat(elements) + "</r>"), Integer.MAX_VALUE);
        GeneralExpression expression =
                new GeneralExpression(JaxenPaths.parse(query), Map.<String, String>of()::get, NONE, TREE);
        ElementNavigator navigator = new ElementNavigator(Long.MAX_VALUE);
        expression.jaxen(tree, navigator);
        return navigator.spent();
    }

    /** Doubling the document doubles the nodes and the comparisons that are looked at. */
    @Test
    void shouldWorkInProportionToTheDocument() throws Exception {
        for (String query : List.of("//a", "//a | //r", "//a/text()", "//a[. > 0]", "$v/a | $v/a", "//a/..")) {
            long before = work(query, 1_000);
            for (int elements = 2_000; elements <= 32_000; elements *= 2) {
                long now = work(query, elements);
                assertThat((double) now / before)
                        .as(query + " over " + elements)
                        .isBetween(1.5, 2.3);
                before = now;
            }
        }
    }

    @Test
    void shouldGiveUpWhenAnExpressionLooksAtTooManyNodes() throws Exception {
        Tree tree = new Tree(read("<r>" + "<a/>".repeat(1_000) + "</r>"), Integer.MAX_VALUE);
        GeneralExpression square = new GeneralExpression(
                JaxenPaths.parse("//a[count(preceding-sibling::a) >= 0]"), Map.<String, String>of()::get, NONE, TREE);

        assertThatThrownBy(() -> square.jaxen(tree, new ElementNavigator(100_000)))
                .isInstanceOf(FaultException.class)
                .hasMessage("An expression looks at more than 100000 nodes.")
                .satisfies(e -> assertThat(((FaultException) e).fault().name())
                        .isEqualTo(StandardFault.LIMIT_EXCEEDED.qualifiedName()));
    }

    /** Two sets are compared without looking at every pair, with the outcome of looking at every pair. */
    @Test
    void shouldCompareSetsAsPairByPair() {
        String[] values = {"1", "2", "3", "x", "", "1.0"};
        Random random = new Random(7);
        for (int i = 0; i < 2_000; i++) {
            List<Object> left = nodes(random, values);
            List<Object> right = nodes(random, values);
            for (boolean negated : new boolean[] {false, true}) {
                assertThat(XPathValues.equal(left, right, negated))
                        .as(left + (negated ? " != " : " = ") + right)
                        .isEqualTo(left.stream()
                                .anyMatch(a -> right.stream().anyMatch(b -> XPathValues.equal(a, b, negated))));
            }
            for (XPathValues.Relation relation : XPathValues.Relation.values()) {
                assertThat(XPathValues.related(left, right, relation))
                        .as(left + " " + relation + " " + right)
                        .isEqualTo(left.stream()
                                .anyMatch(a -> right.stream().anyMatch(b -> XPathValues.related(a, b, relation))));
            }
        }
    }

    private static List<Object> nodes(Random random, String[] values) {
        List<Object> nodes = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            nodes.add(new TextNode(values[random.nextInt(values.length)]));
        }
        return nodes;
    }

    @Test
    void shouldNotMakeTextsThatAreTooLarge() throws Exception {
        CompiledExpression concat = ExpressionCompiler.expression("concat($v, $v)", Map.of(), NONE);
        Element four = Element.text("", "", "v", "1234");

        assertThat(concat.string(new Tree(four, 8))).isEqualTo("12341234");
        assertThatThrownBy(() -> concat.string(new Tree(four, 7)))
                .isInstanceOf(FaultException.class)
                .hasMessageContaining("8 characters")
                .hasMessageContaining("--max-value");
    }
}
