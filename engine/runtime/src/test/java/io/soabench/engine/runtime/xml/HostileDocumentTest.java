package io.soabench.engine.runtime.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents that are meant to cost their reader more than their sender. Work is counted, not timed. */
class HostileDocumentTest {
    private static final int CASES = Integer.getInteger("soabench.fuzz.documents", 300);

    private final ElementReader reader = new ElementReader(XmlLimits.DEFAULT);

    private Element read(String text) throws RefusedXmlException {
        return reader.read(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the name of a number in five characters. */
    private static String name(int number) {
        char[] characters = new char[5];
        int rest = number;
        for (int i = 0; i < characters.length; i++) {
            characters[i] = (char) ('a' + rest % 26);
            rest /= 26;
        }
        return new String(characters);
    }

    private static String names(int from, int count) {
        StringBuilder text = new StringBuilder("<a>");
        for (int i = from; i < from + count; i++) {
            text.append('<').append(name(i)).append("/>");
        }
        return text.append("</a>").toString();
    }

    @ParameterizedTest
    @ValueSource(ints = {2_000, 40_000, 80_000, 200_000})
    void shouldRefuseManyNamesAfterOneLookAtThem(int count) {
        String document = names(0, count);
        int before = reader.knownNames();

        assertThatThrownBy(() -> read(document))
                .isInstanceOf(RefusedXmlException.class)
                .hasMessage("The document has more than 1000 different names.");

        assertThat(reader.survey().steps()).isLessThan(document.length() + 10_000L);
        assertThat(reader.knownNames()).isEqualTo(before);
    }

    /** The hash of the parser's table is public: all these names have the same one. */
    @Test
    void shouldNotBeLedByNamesThatCollide() throws Exception {
        StringBuilder text = new StringBuilder("<a>");
        for (int i = 0; i < 256; i++) {
            text.append('<').append(colliding(i & 15)).append(colliding(i >> 4)).append("/>");
        }
        text.append("<b/>".repeat(2_000)).append("</a>");

        assertThat(read(text.toString()).size()).isEqualTo(2_256);
        assertThat(reader.survey().names()).isEqualTo(258);
        // One step a name, and what chance makes the secret seed collide; names in one bucket would take 256 · 255 / 2
        // steps more.
        assertThat(reader.survey().steps()).isLessThan(text.length() + 15_000L);
    }

    /** Returns colliding names: one more in one of the first four characters is 31 less in the last four. */
    private static String colliding(int bits) {
        StringBuilder first = new StringBuilder();
        StringBuilder last = new StringBuilder();
        for (int i = 0; i < 4; i++) {
            boolean set = (bits >> i & 1) == 1;
            first.append(set ? 'B' : 'A');
            last.append(set ? 'C' : 'b');
        }
        return first.append(last).toString();
    }

    @Test
    void shouldLearnNothingFromRefusedDocuments() throws Exception {
        read("<a/>");
        int before = reader.knownNames();
        for (int i = 0; i < 2_000; i++) {
            String text = "<" + name(i) + ">";
            assertThatThrownBy(() -> read(text)).isInstanceOf(RefusedXmlException.class);
        }

        assertThat(reader.knownNames()).isEqualTo(before);
    }

    @Test
    void shouldForgetNamesWhenThereHaveBeenManyOverTheDocuments() throws Exception {
        int known = 0;
        for (int i = 0; i < 200; i++) {
            read(names(i * 100, 100));
            known = Math.max(known, reader.knownNames());
        }

        assertThat(known).isBetween(1_000, ElementReader.KNOWN_NAMES);
        read(names(0, 900));
        assertThat(reader.survey().names()).isEqualTo(901);
        assertThat(reader.knownNames()).isLessThan(ElementReader.KNOWN_NAMES);
    }

    @ParameterizedTest
    @ValueSource(strings = {"attributes", "declarations", "deep", "elements", "long", "longAttribute", "namespace"})
    void shouldRefuseBeforeAnythingIsDoneAboutIt(String what) {
        StringBuilder text = new StringBuilder();
        switch (what) {
            case "attributes" -> {
                text.append("<a");
                for (int i = 0; i < 100_000; i++) {
                    text.append(' ').append(name(i)).append("=''");
                }
                text.append("/>");
            }
            case "declarations" -> {
                text.append("<a");
                for (int i = 0; i < 100_000; i++) {
                    text.append(" xmlns:").append(name(i)).append("='u'");
                }
                text.append("/>");
            }
            case "deep" -> text.append("<a>".repeat(100_000));
            case "elements" ->
                text.append("<a>").append("<a/>".repeat(1_000_000)).append("</a>");
            case "long" -> text.append('<').append("a".repeat(1_000_000)).append("/>");
            case "longAttribute" ->
                text.append("<a ").append("a".repeat(1_000_000)).append("=''/>");
            default -> text.append("<a xmlns='").append("u".repeat(1_000_000)).append("'/>");
        }
        assertThatThrownBy(() -> read(text.toString()))
                .isInstanceOf(RefusedXmlException.class)
                .hasMessageMatching("(The document|An element) (has|nests) (a (name|namespace) of )?more than .*");
        assertThat(reader.survey().names()).isLessThanOrEqualTo(200);
    }

    @Test
    void shouldNotMistakeTextForMarkup() throws Exception {
        String tricky = "<a y=\"/>\" z='a>b'><!-- <b c='> --><![CDATA[<c d='></e>]]><?p <f g='>?>"
                + "<?q?>&lt;h&gt;]]&gt;<i /><j  k = 'l'\n/></a >";

        Element root = read("<r>" + tricky + " ".repeat(5_000) + "</r>");

        assertThat(root.firstElement().text()).isEqualTo("<c d='></e><h>]]>");
        // r, a, y, z, p, q, i, j, k
        assertThat(reader.survey().names()).isEqualTo(9);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-32BE"})
    void shouldSayWhichEncodingIsNotRead(String encoding) {
        byte[] bytes =
                ("<?xml version='1.0' encoding='" + encoding + "'?><a>text</a>").getBytes(Charset.forName(encoding));
        assertThatThrownBy(() -> reader.read(bytes))
                .isInstanceOf(RefusedXmlException.class)
                .hasMessageContaining("use UTF-8");
    }

    /** Seeded documents of every kind of markup: the survey and the parser see the same names. */
    @Test
    @Timeout(600)
    void shouldCountWhatTheParserFinds() throws Exception {
        for (int seed = 1; seed <= CASES; seed++) {
            Random random = new Random(seed);
            Set<String> expected = new HashSet<>();
            StringBuilder text = new StringBuilder();
            element(random, text, expected, 0);
            String document = text + "<!--" + " ".repeat(ElementReader.SMALL_BYTES) + "-->";

            Element root = read(document);

            assertThat(reader.survey().names()).as("seed " + seed).isEqualTo(expected.size());
            assertThat(read(root.toString())).as("seed " + seed).isEqualTo(root);
        }
    }

    private static void element(Random random, StringBuilder text, Set<String> names, int depth) {
        String name = name(random.nextInt(40));
        names.add(name);
        text.append('<').append(name);
        Set<String> attributes = new HashSet<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            String attribute = random.nextInt(3) == 0 ? "xmlns:" + name(random.nextInt(9)) : name(random.nextInt(40));
            if (attributes.add(attribute)) {
                names.add(attribute);
                char quote = random.nextBoolean() ? '"' : '\'';
                text.append(space(random))
                        .append(' ')
                        .append(attribute)
                        .append(space(random))
                        .append('=');
                text.append(space(random))
                        .append(quote)
                        .append(VALUES[random.nextInt(VALUES.length)])
                        .append(quote);
            }
        }
        text.append(space(random));
        if (random.nextInt(3) == 0) {
            text.append("/>");
            return;
        }
        text.append('>');
        for (int i = random.nextInt(5); i > 0; i--) {
            switch (random.nextInt(6)) {
                case 0 -> text.append("<!-- <x y='> -->");
                case 1 -> text.append("<![CDATA[<x y='>]] >]]>");
                case 2 -> {
                    String target = name(random.nextInt(40));
                    names.add(target);
                    text.append("<?").append(target).append(" <x>?>");
                }
                case 3 -> text.append("text &lt; &#64; é€😀 > ' \"");
                default -> {
                    if (depth < 6) {
                        element(random, text, names, depth + 1);
                    }
                }
            }
        }
        text.append("</").append(name).append(space(random)).append('>');
    }

    private static final String[] VALUES = {"u", "a/b>", "x &lt; y", "é€😀", "urn:u"};

    private static String space(Random random) {
        return random.nextInt(4) == 0 ? "\n\t " : "";
    }
}
