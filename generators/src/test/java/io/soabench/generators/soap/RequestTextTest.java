package io.soabench.generators.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestTextTest {

    private static final List<String> PATH = List.of("{urn:p}order", "{urn:p}id");
    private static final String OPEN = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<soapenv:Envelope"
            + " xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\"><soapenv:Body>";
    private static final String CLOSE = "</soapenv:Body></soapenv:Envelope>\n";

    private static String placed(String body) throws BadRequestDataException {
        String text = RequestText.withPlaceholder(
                RequestText.envelope(RequestText.of(body.getBytes(StandardCharsets.UTF_8))), PATH);
        assertThat(text).startsWith(OPEN).endsWith(CLOSE);
        return text.substring(OPEN.length(), text.length() - CLOSE.length());
    }

    @Test
    void shouldReplaceTheContentWhenTheElementHasSome() throws BadRequestDataException {
        assertThat(placed("<p:order xmlns:p=\"urn:p\"><p:id>old <b/></p:id><p:x>1</p:x></p:order>"))
                .isEqualTo("<p:order xmlns:p=\"urn:p\"><p:id>${uiid}</p:id><p:x>1</p:x></p:order>");
    }

    @Test
    void shouldOpenTheElementWhenItIsEmpty() throws BadRequestDataException {
        assertThat(placed("<!-- c --><order xmlns=\"urn:p\"><a>ü</a><id a=\"1\" /></order>"))
                .isEqualTo("<!-- c --><order xmlns=\"urn:p\"><a>ü</a><id a=\"1\">${uiid}</id></order>");
    }

    @Test
    void shouldLeaveTheTextWhenItHasThePlaceholder() throws BadRequestDataException {
        String body = "<o xmlns=\"urn:other\">${uiid}</o>";

        assertThat(placed(body)).isEqualTo(body);
    }

    @Test
    void shouldNotMistakeADeeperElementForTheWantedOne() throws BadRequestDataException {
        assertThat(placed("<p:order xmlns:p=\"urn:p\"><p:x><p:id>1</p:id></p:x><p:id>2</p:id></p:order>"))
                .isEqualTo("<p:order xmlns:p=\"urn:p\"><p:x><p:id>1</p:id></p:x><p:id>${uiid}</p:id></p:order>");
    }

    @Test
    void shouldSetTheAttributeWhenThePathEndsWithOne() throws BadRequestDataException {
        List<String> path = List.of("{urn:p}order", "@id");

        assertThat(RequestText.withPlaceholder(RequestText.envelope("<o:order xmlns:o=\"urn:p\" id='7'/>"), path))
                .contains("<o:order xmlns:o=\"urn:p\" id=\"${uiid}\"/>");
        assertThat(RequestText.withPlaceholder(RequestText.envelope("<o:order xmlns:o=\"urn:p\"/>"), path))
                .contains("<o:order xmlns:o=\"urn:p\" id=\"${uiid}\"/>");
    }

    @Test
    void shouldDecodeTheTextWhenItsDeclarationNamesAnEncoding() throws BadRequestDataException {
        byte[] latin =
                "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<a>ü</a>".getBytes(Charset.forName("ISO-8859-1"));
        byte[] utf16 = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><a>ü</a>".getBytes(StandardCharsets.UTF_16);

        assertThat(RequestText.of(latin)).isEqualTo("<a>ü</a>");
        assertThat(RequestText.of(utf16)).isEqualTo("<a>ü</a>");
        assertThat(RequestText.of("\uFEFF<a>ü</a>".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo("<a>ü</a>");
    }

    @Test
    void shouldKeepTheEnvelopeWhenTheDataIsOne() throws BadRequestDataException {
        String envelope =
                "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Header/><s:Body/></s:Envelope>";

        assertThat(RequestText.envelope(envelope)).endsWith(envelope + "\n").doesNotContain("soapenv:Body");
    }

    @Test
    void shouldRefuseDataWhenItIsNotSafeOrNotXml() {
        assertThatThrownBy(() -> placed("<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>"))
                .isInstanceOf(BadRequestDataException.class)
                .hasMessageContaining("document type");
        assertThatThrownBy(() -> placed("<a><b></a>"))
                .isInstanceOf(BadRequestDataException.class)
                .hasMessageContaining("not well-formed");
        assertThatThrownBy(() -> placed("<s:Envelope xmlns:s=\"http://www.w3.org/2003/05/soap-envelope\"/>"))
                .isInstanceOf(BadRequestDataException.class)
                .hasMessageContaining("use SOAP 1.1");
        assertThatThrownBy(() -> placed("<p:order xmlns:p=\"urn:p\"/>"))
                .isInstanceOf(BadRequestDataException.class)
                .hasMessageContaining("has no {urn:p}order/{urn:p}id");
    }

    @Test
    void shouldAddHeadersOfAddressingWhereverTheHeaderIs() throws BadRequestDataException {
        String blocks = "<wsa:Action xmlns:wsa=\"http://www.w3.org/2005/08/addressing\">a&amp;b</wsa:Action>"
                + "<wsa:MessageID xmlns:wsa=\"http://www.w3.org/2005/08/addressing\">urn:soabench:${uiid}</wsa:MessageID>"
                + "<wsa:ReplyTo xmlns:wsa=\"http://www.w3.org/2005/08/addressing\"><wsa:Address>${callback}</wsa:Address>"
                + "</wsa:ReplyTo>";
        String begin = "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\">";
        String body = "<s:Body><a/></s:Body></s:Envelope>";

        assertThat(RequestText.withReplyTo(begin + body, "a&b"))
                .isEqualTo(begin + "<s:Header>" + blocks + "</s:Header>" + body);
        assertThat(RequestText.withReplyTo(begin + "<s:Header><x/></s:Header>" + body, "a&b"))
                .isEqualTo(begin + "<s:Header>" + blocks + "<x/></s:Header>" + body);
        assertThat(RequestText.withReplyTo(begin + "\n <s:Header />" + body, "a&b"))
                .isEqualTo(begin + "\n <s:Header>" + blocks + "</s:Header>" + body);
        assertThat(RequestText.withReplyTo(
                        "<Envelope xmlns=\"http://schemas.xmlsoap.org/soap/envelope/\"><Body/></Envelope>", "a"))
                .startsWith("<Envelope xmlns=\"http://schemas.xmlsoap.org/soap/envelope/\"><Header><wsa:Action")
                .endsWith("</Header><Body/></Envelope>");
    }
}
