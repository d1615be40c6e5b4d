package io.soabench.engine.runtime.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reading and writing trees. */
class ElementReaderTest {
    private static Element read(String text) throws RefusedXmlException {
        return new ElementReader(new XmlLimits(5, 3, 20, 1_000, 4)).read(text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<a/>",
                "<a>text</a>",
                "<a>x<b/>y</a>",
                "<p:a xmlns:p=\"urn:p\"><p:b p:c=\"1\" d=\"2\"/></p:a>",
                "<a xmlns=\"urn:d\"><b xmlns=\"\"/></a>",
                "<a xmlns:p=\"urn:p\" type=\"p:t\"/>",
                "<a b=\"&lt;&quot;&amp;&#10;\">&lt;&amp;&gt;</a>",
                "<a>é€😀</a>",
                "<a xml:lang=\"de\"/>"
            })
    void shouldWriteTheSameWhenTreeWasRead(String text) throws Exception {
        assertThat(read(text).toString()).isEqualTo(text);
    }

    @Test
    void shouldJoinTextWhenCutByCommentsAndSections() throws Exception {
        Element element = read("<?pi x?><a>one<!-- c --><![CDATA[<two>]]>&#33;</a>");
        assertThat(element.size()).isEqualTo(1);
        assertThat(element.text()).isEqualTo("one<two>!");
    }

    /** Joined piece by piece this took minutes; the deadline distinguishes linear from square, not fast from slow. */
    @Test
    @Timeout(60)
    void shouldJoinTextInOneGoWhenAnAttackerCutsItIntoLetters() throws Exception {
        int characters = 500_000;
        Element element = read("<a>" + "x<!---->".repeat(characters) + "<b/>" + "y<?p?>".repeat(2) + "</a>");
        assertThat(element.size()).isEqualTo(3);
        assertThat(element.item(0)).asString().hasSize(characters).matches("x+");
        assertThat(element.item(2)).asString().isEqualTo("yy");
    }

    @ParameterizedTest
    @ValueSource(ints = {0xD83D, 0xDE00})
    void shouldWriteWellFormedTextWhenAProcessCutACharacterInTwo(int half) throws Exception {
        String written = Element.text("", "", "a", "x" + (char) half + "y").toString();
        assertThat(written).isEqualTo("<a>x\uFFFDy</a>");
        assertThat(read(written).text()).isEqualTo("x\uFFFDy");
    }

    @Test
    void shouldCountDeclarationsOfSurroundingsOnly() throws Exception {
        String inner = "<a xmlns:b='1' xmlns:c='2'/>";
        assertThat(read("<a xmlns:b='1' xmlns:c='2'>" + inner + inner + inner + "</a>")
                        .size())
                .isEqualTo(3);
    }

    @Test
    void shouldDeclareAgainWhenElementLeavesItsSurroundings() throws Exception {
        Element inner = read("<p:a xmlns:p=\"urn:p\"><p:b/></p:a>").firstElement();
        assertThat(inner.toString()).isEqualTo("<p:b xmlns:p=\"urn:p\"/>");
    }

    @Test
    void shouldNotCaptureNamesWhenPrefixesClash() throws Exception {
        Element outer = read("<p:a xmlns:p=\"urn:1\"><x/></p:a>");
        Element inner = read("<p:b xmlns:p=\"urn:2\" p:c=\"1\"/>");
        String text = outer.withItem(0, inner).toString();
        Element again = read(text);
        assertThat(again.firstElement().is("urn:2", "b")).isTrue();
        assertThat(again.firstElement().attribute("urn:2", "c")).isEqualTo("1");
    }

    @Test
    void shouldLeaveOldTreeAloneWhenChanged() throws Exception {
        Element before = read("<a><b>1</b></a>");
        Element after = before.withItem(0, before.firstElement().withText("2"));
        assertThat(before.text()).isEqualTo("1");
        assertThat(after.text()).isEqualTo("2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no xml",
                "<a>",
                "<a></b>",
                "<a/><b/>",
                "<a>&x;</a>",
                "<p:a/>",
                "<a b='1' b='2'/>",
                "<xmlns:a/>",
                "<xmlns:a xmlns:xmlns='urn:a'/>",
                "<a xmlns:xmlns='urn:a'/>",
                "<a xmlns:b=''/>",
                "<a xmlns:xml='urn:a'/>",
                "<a xmlns='http://www.w3.org/2000/xmlns/'/>",
                "<!DOCTYPE a><a/>",
                "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>",
                "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>",
                "<a><a><a><a><a><a/></a></a></a></a></a>",
                "<a b='1' c='2' d='3' e='4'/>",
                "<a xmlns:b='1' xmlns:c='2' xmlns:d='3' xmlns:e='4'/>",
                "<a xmlns:b='1' xmlns:c='2'><a xmlns:b='1' xmlns:c='2'><a xmlns='3'/></a></a>",
                "<a><b/><b/><b/><b/><b/><b/><b/><b/><b/><b/><b/><b/><b/><b/><b/><b/><b/><b/><b/><b/></a>"
            })
    void shouldRefuseWhenDocumentIsNotAcceptable(String text) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(RefusedXmlException.class)
                .hasMessageMatching("(?s)The .*|An .*");
    }
}
