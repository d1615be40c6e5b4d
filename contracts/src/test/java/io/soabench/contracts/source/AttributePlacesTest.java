package io.soabench.contracts.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AttributePlacesTest {
    private static XmlElement read(String text, Charset encoding) {
        return XmlReading.read("a.xml", text.getBytes(encoding), new Problems()).orElseThrow();
    }

    private static String place(XmlElement element, String attribute) {
        return element.location().attribute(attribute).toString();
    }

    @Test
    void shouldFindAttributesWhenTagHasSeveralLines() {
        XmlElement root = read(
                "<!-- a='b' --><a one = '1>2'\n   two=\"/'\"\r\n\tp:three='&lt;' xmlns:p='urn:p'><p:b c='1'/></a>",
                StandardCharsets.UTF_8);
        assertThat(root.location()).hasToString("a.xml:1:15");
        assertThat(place(root, "one")).isEqualTo("a.xml:1:18");
        assertThat(place(root, "two")).isEqualTo("a.xml:2:4");
        assertThat(place(root, "p:three")).isEqualTo("a.xml:3:2");
        assertThat(place(root.elements().findFirst().orElseThrow(), "c")).isEqualTo("a.xml:3:38");
    }

    @Test
    void shouldGivePlaceOfElementWhenAttributeIsMissing() {
        XmlElement root = read("\n<a b='c'/>", StandardCharsets.UTF_8);
        assertThat(place(root, "missing")).isEqualTo("a.xml:2:1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "ISO-8859-1", "UTF-16", "windows-1252"})
    void shouldFindAttributesWhenDocumentHasOtherEncoding(String encoding) {
        XmlElement root =
                read("<?xml version='1.0' encoding='" + encoding + "'?>\n<a ä='ö' b='c'/>", Charset.forName(encoding));
        assertThat(place(root, "b")).isEqualTo("a.xml:2:10");
    }

    @Test
    void shouldFindAttributesWhenDocumentBeginsWithByteOrderMark() {
        assertThat(place(read("\uFEFF<a b='c'/>", StandardCharsets.UTF_8), "b")).isEqualTo("a.xml:1:4");
    }

    /** The place of every attribute of a random document holds its name, counted in the text as it was made. */
    @Test
    void shouldPointAtNameWhenDocumentIsRandom() {
        for (long seed = 1; seed <= 40; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder();
            Map<String, String> expected = new HashMap<>();
            append(text, random, 0, expected);
            XmlElement root = read(text.toString(), StandardCharsets.UTF_8);
            Map<String, String> found = new HashMap<>();
            collect(root, found);
            assertThat(found).as("seed %d: %s", seed, text).isEqualTo(expected);
        }
    }

    private static void append(StringBuilder text, Random random, int depth, Map<String, String> expected) {
        text.append("<e");
        for (int i = random.nextInt(4); i > 0; i--) {
            text.append(space(random));
            String name = "a" + expected.size();
            expected.put(name, place(text));
            text.append(name).append(random.nextBoolean() ? "=" : " =\n").append(value(random));
        }
        text.append(random.nextBoolean() ? ">" : "\n>").append(random.nextBoolean() ? "text > \uD83D\uDE00\r\n" : "");
        for (int i = depth < 4 ? random.nextInt(3) : 0; i > 0; i--) {
            append(text, random, depth + 1, expected);
            text.append(random.nextBoolean() ? "<!-- <e a='b'> -->" : "<![CDATA[<e c='d'>\n]]>");
        }
        text.append("</e>");
    }

    private static String space(Random random) {
        return new String[] {" ", "\n", "\r\n", "\t ", "  \r"}[random.nextInt(5)];
    }

    private static String value(Random random) {
        return new String[] {"''", "\"x='y'\"", "'>/>'", "'ä\uD83D\uDE00'", "'a\nb'"}[random.nextInt(5)];
    }

    private static String place(StringBuilder text) {
        String[] lines =
                text.toString().replace("\r\n", "\n").replace('\r', '\n').split("\n", -1);
        return "a.xml:" + lines.length + ":" + (lines[lines.length - 1].length() + 1);
    }

    private static void collect(XmlElement element, Map<String, String> found) {
        element.attributes()
                .keySet()
                .forEach(name -> found.put(name.getLocalPart(), place(element, name.getLocalPart())));
        element.elements().forEach(child -> collect(child, found));
    }
}
