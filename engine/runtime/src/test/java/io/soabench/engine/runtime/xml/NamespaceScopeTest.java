package io.soabench.engine.runtime.xml;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Declarations that go along with elements. */
class NamespaceScopeTest {
    private static Element declaring(List<String> prefixes) {
        Element element = Element.empty("", "", "around");
        for (String prefix : prefixes) {
            element = element.declaring(new Namespace(prefix, "urn:" + prefix));
        }
        return element;
    }

    private static List<String> detached(Element around, Element inner) {
        return new NamespaceScope(around)
                .detached(inner).declarations().stream().map(Namespace::prefix).toList();
    }

    @Test
    void shouldCarryWhatValuesMention() {
        Element around = declaring(List.of("", "p", "q", "pq", "long-er", "x"));
        Element inner = Element.text("", "", "inner", "a p:b 'long-er:c' :d")
                .withAttribute(new Attribute("", "", "type", "pq:t"));

        // A mention of pq is one of q, too: a declaration too many does no harm.
        assertThat(detached(around, inner)).containsExactly("p", "q", "pq", "long-er");
        assertThat(detached(around, Element.text("", "", "inner", "no colon"))).isEmpty();
        assertThat(detached(declaring(List.of("p")), inner)).containsExactly("p");
    }

    /** Elements that may hold an unprefixed qualified name of the namespace around them, and others after {@code |}. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "<p:e xmlns:p='urn:p'>order</p:e> | <p:e xmlns:p='urn:p'>1</p:e>",
                "<p:e xmlns:p='urn:p'> order </p:e> | <p:e xmlns:p='urn:p'> </p:e>",
                "<p:e xmlns:p='urn:p'>a b-2 _c.d</p:e> | <p:e xmlns:p='urn:p'>a, b</p:e>",
                "<p:e xmlns:p='urn:p'>Größe</p:e> | <p:e xmlns:p='urn:p'>a 1</p:e>",
                "<p:e xmlns:p='urn:p' type='order'/> | <p:e xmlns:p='urn:p' type='17'/>",
                "<p:e xmlns:p='urn:p'><p:f>1</p:f><p:g>order</p:g></p:e> | <p:e xmlns:p='urn:p'><p:f>x@y</p:f></p:e>",
                "<p:e xmlns:p='urn:p' xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:type='order'/>"
                        + " | <p:e xmlns:p='urn:p' xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:nil='true'/>",
                "<p:e xmlns:p='urn:p'>a</p:e> | <p:e xmlns:p='urn:p' xml:lang='en'/>",
                "<p:e xmlns:p='urn:p'>a</p:e> | <e>order</e>",
                "<p:e xmlns:p='urn:p'>a</p:e> | <e xmlns='urn:p'>order</e>",
                "<p:e xmlns:p='urn:p'><e/>a</p:e> | <p:e xmlns:p='urn:p' xmlns='urn:q'>order</p:e>",
                "<p:e xmlns:p='urn:p'><e/><p:f>a</p:f></p:e> | <p:e xmlns:p='urn:p'><e><p:f>order</p:f></e></p:e>",
            })
    void shouldCarryTheDefaultNamespaceWhereAValueMayUseIt(String row) throws RefusedXmlException {
        String[] cells = row.split(" \\| ", -1);
        Element using = new ElementReader(XmlLimits.DEFAULT).read(cells[0].getBytes(StandardCharsets.UTF_8));
        Element other = new ElementReader(XmlLimits.DEFAULT).read(cells[1].getBytes(StandardCharsets.UTF_8));
        for (List<String> prefixes : List.of(List.of(""), List.of("", "v", "w", "x", "y"))) {
            Element around = declaring(prefixes);

            Element detached = NamespaceScope.detached(around, using);
            assertThat(detached.declarations()).contains(new Namespace("", "urn:"));
            assertThat(new ElementReader(XmlLimits.DEFAULT)
                            .read(detached.toString().getBytes(StandardCharsets.UTF_8)))
                    .as("names are the same in the document that it makes: " + detached)
                    .isEqualTo(using);
            assertThat(NamespaceScope.detached(around, other))
                    .as("one needs nothing")
                    .isSameAs(other);
        }
    }

    @Test
    void shouldFindTheSameAsWhenEachPrefixIsLookedFor() {
        for (int seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            List<String> prefixes = new ArrayList<>();
            for (int i = 0; i < 4 + random.nextInt(20); i++) {
                String prefix = characters(random, 1 + random.nextInt(4));
                if (!prefixes.contains(prefix)) {
                    prefixes.add(prefix);
                }
            }
            Element inner = Element.text("", "", "inner", text(random))
                    .withAppended(Element.text("", "", "child", text(random)));

            assertThat(detached(declaring(prefixes), inner))
                    .as("seed " + seed)
                    .containsExactlyElementsOf(
                            prefixes.stream().filter(inner::mentions).toList());
        }
    }

    private static String characters(Random random, int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append((char) ('a' + random.nextInt(3)));
        }
        return text.toString();
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 6; i++) {
            text.append(characters(random, random.nextInt(4))).append(random.nextInt(3) == 0 ? " " : ":");
        }
        return text.toString();
    }

    /** As many looks at letters as there are letters, whether four prefixes are declared or 128. */
    @Test
    void shouldLookAtEachLetterOnceHoweverManyPrefixesThereAre() {
        long before = 0;
        for (int size = 10_000; size <= 160_000; size *= 2) {
            Element inner = Element.text("", "", "inner", "abcdefgh:".repeat(size / 9));
            List<String> prefixes = new ArrayList<>(List.of("zabcdefgh"));
            for (int i = 0; i < 127; i++) {
                prefixes.add("x" + i + "bcdefgh");
            }
            NamespaceScope scope = new NamespaceScope(declaring(prefixes));

            assertThat(scope.detached(inner).declarationCount()).isZero();

            assertThat(scope.characters()).isBetween(size / 2L, (long) size);
            assertThat(scope.characters()).isGreaterThan(before);
            before = scope.characters();
        }
    }
}
