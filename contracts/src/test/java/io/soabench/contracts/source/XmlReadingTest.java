package io.soabench.contracts.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

final class XmlReadingTest {
    private static XmlElement read(String text) {
        return XmlReading.read("f.xml", text.getBytes(StandardCharsets.UTF_8), new Problems())
                .orElseThrow();
    }

    @Test
    void shouldKnowPlacesWhenElementsAreRead() {
        XmlElement root = read("<a>\n  <b c='1'\n/>\n</a>");
        XmlElement b = root.elements().findFirst().orElseThrow();
        assertThat(root.location()).hasToString("f.xml:1:1");
        assertThat(b.location()).hasToString("f.xml:2:3");
        assertThat(b.attribute("c")).contains("1");
    }

    @Test
    void shouldResolveNamesWhenPrefixesAreInScope() {
        XmlElement b = read("<a xmlns='urn:d' xmlns:p='urn:p'><b xmlns:p='urn:q' xmlns=''/></a>")
                .elements()
                .findFirst()
                .orElseThrow();
        assertThat(b.qualifiedName("p:x")).contains(new QName("urn:q", "x"));
        assertThat(b.qualifiedName("x")).contains(new QName("x"));
        assertThat(b.qualifiedName("r:x")).isEmpty();
        assertThat(b.qualifiedName("p:")).isEmpty();
        assertThat(b.qualifiedName("1x")).isEmpty();
    }

    @Test
    void shouldReadSameElementWhenWritten() {
        XmlElement a = read(
                "<p:a xmlns:p='urn:p' x='&lt;&quot;&#10;'>t&amp;<![CDATA[<c>]]><b xmlns='urn:b'><c xmlns=''/></b></p:a>");
        XmlElement again = read(XmlWriting.text(a));
        assertThat(again.isSameAs(a)).isTrue();
        assertThat(again.text()).isEqualTo("t&<c>");
        assertThat(again.attribute("x")).contains("<\"\n");
    }

    @Test
    void shouldReportMistakesInTexts() {
        for (String text : new String[] {"<a>one &#x0; two</a>", "<a><![CDATA[one \u0001]]></a>", "<a>one </b>"}) {
            Problems problems = new Problems();
            assertThat(XmlReading.read("f.xml", text.getBytes(StandardCharsets.UTF_8), problems))
                    .isEmpty();
            assertThat(problems.list()).extracting(Problem::code).containsExactly("XML-SYNTAX");
        }
    }

    @Test
    void shouldReportBytesOfAnotherEncodingInALongText() {
        String text = "<a>" + "x".repeat(20_000) + "\u00e4 y</a>";
        Problems problems = new Problems();
        assertThat(XmlReading.read("f.xml", text.getBytes(StandardCharsets.ISO_8859_1), problems))
                .isEmpty();
        assertThat(problems.list()).extracting(Problem::code).containsExactly("XML-SYNTAX");
    }

    @Test
    void shouldDifferWhenContentDiffers() {
        assertThat(read("<a><b/></a>").isSameAs(read("<a> <b/> </a>"))).isTrue();
        assertThat(read("<a><b/></a>").isSameAs(read("<a><c/></a>"))).isFalse();
        assertThat(read("<a>1</a>").isSameAs(read("<a>2</a>"))).isFalse();
        assertThat(read("<a x='1'/>").isSameAs(read("<a/>"))).isFalse();
    }
}
