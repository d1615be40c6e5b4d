package io.soabench.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.plugin.MessageTemplate;
import io.soabench.plugin.MessageTemplate.Value;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.junit.jupiter.api.Test;

class MessageFormatTest {

    private static final String SOAP = "xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'";

    private static final MessageFormat FORMAT = new MessageFormat(new MessageTemplate(
            "urn:shop",
            "order",
            List.of("<s:order xmlns:s=\"urn:shop\" n=\"", "\"><s:a>", "</s:a><s:b><s:c>", "</s:c></s:b></s:order>"),
            List.of(
                    new Value("@n", MessageTemplate.Type.INTEGER),
                    new Value("a", MessageTemplate.Type.TEXT),
                    new Value("b/c", MessageTemplate.Type.DECIMAL))));

    private static Object[] read(String body) throws XMLStreamException {
        return read(FORMAT, body);
    }

    private static Object[] read(MessageFormat format, String body) throws XMLStreamException {
        String envelope = "<?xml version='1.0'?><!-- c --><e:Envelope " + SOAP + "><e:Header><x/></e:Header><e:Body>"
                + body + "</e:Body></e:Envelope>";
        XMLStreamReader in = MessageFormat.body(envelope.getBytes(StandardCharsets.UTF_8));
        return format.read(in);
    }

    @Test
    void shouldReadWhatItWrites() throws XMLStreamException {
        List<Object> values = List.of(7L, "<a> & 'b' \u00e4", new BigDecimal("1E+3"));

        byte[] envelope = FORMAT.write(values);

        assertThat(new String(envelope, StandardCharsets.UTF_8)).contains("<s:c>1000</s:c>");
        XMLStreamReader in = MessageFormat.body(envelope);
        assertThat(FORMAT.matches(in.getNamespaceURI(), in.getLocalName())).isTrue();
        assertThat(FORMAT.matches("urn:other", "order")).isFalse();
        assertThat(FORMAT.read(in)).containsExactly(7L, "<a> & 'b' \u00e4", new BigDecimal("1000"));
    }

    @Test
    void shouldReadValuesByTheirPlace() throws XMLStreamException {
        assertThat(read("<order xmlns='urn:shop' n=' +5 '><b><c> 1.50 </c><c>2</c></b><z><a>no</a></z>"
                        + "<a>x<![CDATA[<]]><!-- c -->y</a></order>"))
                .containsExactly(5L, "x<y", new BigDecimal("1.50"));
        assertThat(read("<order xmlns='urn:shop'><a/></order>")).containsExactly(null, "", null);
    }

    @Test
    void shouldReadEachType() throws XMLStreamException {
        MessageFormat format = new MessageFormat(new MessageTemplate(
                "",
                "m",
                List.of("", "", "", "", ""),
                List.of(
                        new Value("d", MessageTemplate.Type.DOUBLE),
                        new Value("i", MessageTemplate.Type.DOUBLE),
                        new Value("t", MessageTemplate.Type.BOOLEAN),
                        new Value("f", MessageTemplate.Type.BOOLEAN))));

        assertThat(read(format, "<m><d>1.5e3</d><i>-INF</i><t>1</t><f>false</f></m>"))
                .containsExactly(1500.0, Double.NEGATIVE_INFINITY, true, false);
    }

    @Test
    void shouldReadValuesBehindARepeatedElement() throws XMLStreamException {
        MessageFormat format = new MessageFormat(new MessageTemplate(
                "",
                "m",
                List.of("<m><a>", "</a><a>", "</a><b>", "</b></m>"),
                List.of(
                        new Value("a", MessageTemplate.Type.TEXT),
                        new Value("a", MessageTemplate.Type.TEXT),
                        new Value("b", MessageTemplate.Type.TEXT))));

        assertThat(read(format, "<m><a>1</a><a>2</a><b>3</b></m>")).containsExactly("1", null, "3");
    }

    @Test
    void shouldRefuseOtherTextsAndValues() {
        assertThatThrownBy(() -> read("<order xmlns='urn:shop' n='many'/>"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"many\" at @n of message order is no integer");
        assertThatThrownBy(() -> read("")).hasMessageContaining("the SOAP body is empty");
        assertThatThrownBy(() -> MessageFormat.body("<a/>".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(XMLStreamException.class)
                .hasMessageContaining("no SOAP 1.1 envelope but <a>");
        assertThatThrownBy(() -> MessageFormat.body(("<e:Envelope " + SOAP + "/>").getBytes(StandardCharsets.UTF_8)))
                .hasMessageContaining("no SOAP body");
        assertThatThrownBy(() -> read("<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><order>&b;</order>"))
                .isInstanceOf(XMLStreamException.class);
        assertThatThrownBy(() -> read("<order xmlns='urn:shop'><a>one &#x0; two</a></order>"))
                .isInstanceOf(XMLStreamException.class);
        assertThatThrownBy(() -> FORMAT.write(Arrays.asList(1, 2)))
                .hasMessageContaining("has 3 values (@n, a, b/c), and the process gives 2");
    }
}
