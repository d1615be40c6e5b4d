package io.soabench.engine.server.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.engine.runtime.xml.QualifiedName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class UddiMessagesTest {

    private static byte[] answer(String body) {
        return ("<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\" xmlns:u=\"urn:uddi-org:api_v3\"><e:Body>"
                        + body + "</e:Body></e:Envelope>")
                .getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void shouldAskForThePortTypeByNameAndNamespace() {
        assertThat(UddiMessages.findTModel(new QualifiedName("urn:a&b", "Quote")))
                .contains(
                        "<name>Quote</name>",
                        "tModelKey=\"uddi:uddi.org:wsdl:types\" keyValue=\"portType\"",
                        "tModelKey=\"uddi:uddi.org:xml:namespace\" keyValue=\"urn:a&amp;b\"");
        assertThat(UddiMessages.findTModel(new QualifiedName("", "Quote"))).doesNotContain("xml:namespace");
    }

    @Test
    void shouldAskForTheBindingsOfAnyOfTheKeys() {
        assertThat(UddiMessages.findBinding(List.of("uddi:a", "uddi:b")))
                .contains("orAllKeys", "<tModelKey>uddi:a</tModelKey><tModelKey>uddi:b</tModelKey>");
    }

    @Test
    void shouldReadKeysAndNothingFromAnEmptyList() throws IOException {
        assertThat(
                        UddiMessages.keys(
                                answer(
                                        "<u:tModelList><u:tModelInfos><u:tModelInfo tModelKey=\"uddi:a\"><u:name>x</u:name>"
                                                + "</u:tModelInfo><u:tModelInfo tModelKey=\"uddi:b\"/></u:tModelInfos></u:tModelList>")))
                .containsExactly("uddi:a", "uddi:b");
        assertThat(UddiMessages.keys(answer("<u:tModelList/>"))).isEmpty();
    }

    @Test
    void shouldReadAddressesOfServicesOnlyAndEachOnce() throws IOException {
        assertThat(UddiMessages.accessPoints(answer("<u:bindingDetail>"
                        + "<u:accessPoint useType=\"endPoint\"> http://a/?x=1&amp;y </u:accessPoint>"
                        + "<u:accessPoint useType=\"wsdlDeployment\">http://a/?wsdl</u:accessPoint>"
                        + "<u:accessPoint>http://b/</u:accessPoint><u:accessPoint useType=\"http\">http://b/</u:accessPoint>"
                        + "<other>http://c/</other></u:bindingDetail>")))
                .containsExactly("http://a/?x=1&y", "http://b/");
    }

    @Test
    void shouldSayWhatIsNoAnswer() {
        assertThatThrownBy(() -> UddiMessages.keys("<html>".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot be read");
    }
}
