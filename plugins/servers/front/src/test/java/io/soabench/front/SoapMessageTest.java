package io.soabench.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class SoapMessageTest {

    private static final String OPEN = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'>";

    private static Element body(String text) throws SoapFault {
        return SoapMessage.bodyElement(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void shouldFindTheFirstElementOfTheBody() throws SoapFault {
        Element found =
                body(OPEN + "<s:Header><x/></s:Header><s:Body> <a xmlns='urn:a'><b/></a></s:Body></s:Envelope>");

        assertThat(found.getNamespaceURI()).isEqualTo("urn:a");
        assertThat(SoapMessage.text(found)).isEqualTo("<a xmlns=\"urn:a\"><b/></a>");
    }

    @Test
    void shouldRefuseDeclarationsAndWhatIsNoSoap() {
        for (String[] refused : new String[][] {
            {"<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>", "not well-formed XML: DOCTYPE"},
            {"<a", "not well-formed XML"},
            {"<a/>", "no SOAP envelope but <a>"},
            {"<Envelope xmlns='http://www.w3.org/2003/05/soap-envelope'/>", "not one of SOAP 1.1"},
            {OPEN + "</s:Envelope>", "has no SOAP body"},
            {OPEN + "<s:Body>text</s:Body></s:Envelope>", "the SOAP body is empty"}
        }) {
            assertThatThrownBy(() -> body(refused[0]))
                    .isInstanceOf(SoapFault.class)
                    .hasMessageContaining(refused[1]);
        }
    }

    @Test
    void shouldWriteFaultsThatCanBeRead() throws SoapFault {
        SoapFault fault = new SoapFault(SoapFault.Code.CLIENT, "1 < 2 & \"3\" \u0000", "<d xmlns=\"urn:d\"/>");

        Element read = SoapMessage.bodyElement(fault.envelope());

        assertThat(read.getElementsByTagName("faultcode").item(0).getTextContent())
                .isEqualTo("soap:Client");
        assertThat(read.getElementsByTagName("faultstring").item(0).getTextContent())
                .isEqualTo("1 < 2 & \"3\" ?");
        assertThat(read.getElementsByTagNameNS("urn:d", "d").getLength()).isEqualTo(1);
    }
}
