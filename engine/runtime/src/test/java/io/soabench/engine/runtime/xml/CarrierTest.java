package io.soabench.engine.runtime.xml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Declarations that go along with elements. */
class CarrierTest {
    private static Element declaring(List<String> prefixes) {
        Element element = Element.empty("", "", "around");
        for (String prefix : prefixes) {
            element = element.declaring(new Namespace(prefix, "urn:" + prefix));
        }
        return element;
    }

    private static List<String> carried(Element around, Element inner) {
        return new Carrier(around)
                .carry(inner).declarations().stream().map(Namespace::prefix).toList();
    }

    @Test
    void shouldCarryWhatValuesMention() {
        Element around = declaring(List.of("", "p", "q", "pq", "long-er", "x"));
        Element inner = Element.text("", "", "inner", "a p:b 'long-er:c' :d")
                .withAttribute(new Attribute("", "", "type", "pq:t"));

        // A mention of pq is one of q, too: a declaration too many does no harm.
        assertThat(carried(around, inner)).containsExactly("p", "q", "pq", "long-er");
        assertThat(carried(around, Element.text("", "", "inner", "no colon"))).isEmpty();
        assertThat(carried(declaring(List.of("p")), inner)).containsExactly("p");
    }

    @Test
    void shouldFindTheSameAsWhenEachPrefixIsLookedFor() {
        for (int seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            List<String> prefixes = new ArrayList<>();
            for (int i = 0; i < 4 + random.nextInt(20); i++) {
                String prefix = letters(random, 1 + random.nextInt(4));
                if (!prefixes.contains(prefix)) {
                    prefixes.add(prefix);
                }
            }
            Element inner = Element.text("", "", "inner", text(random))
                    .withAppended(Element.text("", "", "child", text(random)));

            assertThat(carried(declaring(prefixes), inner))
                    .as("seed " + seed)
                    .containsExactlyElementsOf(
                            prefixes.stream().filter(inner::mentions).toList());
        }
    }

    private static String letters(Random random, int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append((char) ('a' + random.nextInt(3)));
        }
        return text.toString();
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 6; i++) {
            text.append(letters(random, random.nextInt(4))).append(random.nextInt(3) == 0 ? " " : ":");
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
            Carrier carrier = new Carrier(declaring(prefixes));

            assertThat(carrier.carry(inner).declarationCount()).isZero();

            assertThat(carrier.letters()).isBetween(size / 2L, (long) size);
            assertThat(carrier.letters()).isGreaterThan(before);
            before = carrier.letters();
        }
    }
}
