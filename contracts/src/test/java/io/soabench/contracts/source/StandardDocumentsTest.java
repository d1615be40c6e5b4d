package io.soabench.contracts.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.soabench.contracts.wsdl.WsdlDefinitions;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Standard schemas are known at their public addresses, and each is valid. */
class StandardDocumentsTest {

    private static WsdlDefinitions importing(String namespace, String location, String content) {
        String schema = "<x:schema xmlns:x=\"http://www.w3.org/2001/XMLSchema\" xmlns:s=\"" + namespace
                + "\" targetNamespace=\"urn:t\"><x:import namespace=\"" + namespace + "\" schemaLocation=\"" + location
                + "\"/>" + content + "</x:schema>";
        return WsdlDefinitions.load("a.xsd", Map.of("a.xsd", schema.getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @CsvSource({
        "http://schemas.xmlsoap.org/soap/encoding/,http://schemas.xmlsoap.org/soap/encoding/,Array",
        "http://www.w3.org/2005/05/xmlmime,http://www.w3.org/2005/05/xmlmime,base64Binary",
        "http://www.w3.org/2004/11/xmlmime,http://www.w3.org/2004/11/xmlmime,hexBinary",
        "http://www.w3.org/2000/09/xmldsig#,http://www.w3.org/TR/xmldsig-core/xmldsig-core-schema.xsd,SignatureType",
        "http://ws-i.org/profiles/basic/1.1/xsd,https://ws-i.org/profiles/basic/1.1/swaref.xsd,swaRef"
    })
    void shouldBringSchemaOfStandard(String namespace, String location, String type) throws Exception {
        WsdlDefinitions definitions = importing(namespace, location, "<x:element name=\"e\" type=\"s:" + type + "\"/>");

        assertThat(definitions.problems()).isEmpty();
        assertThat(definitions.files()).containsExactly("a.xsd");
        assertThat(definitions.schemas().getTypeByQName(new QName(namespace, type)))
                .isNotNull();
        byte[] content = StandardDocuments.content(
                        StandardDocuments.name(location).orElseThrow())
                .orElseThrow();
        assertThatCode(() -> SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                        .newSchema(new StreamSource(new ByteArrayInputStream(content))))
                .doesNotThrowAnyException();
    }

    @Test
    void shouldNeedNoSchemaForSchemas() {
        assertThat(importing(
                                XMLConstants.W3C_XML_SCHEMA_NS_URI,
                                "http://www.w3.org/2001/XMLSchema.xsd",
                                "<x:element name=\"e\" type=\"s:int\"/>")
                        .problems())
                .isEmpty();
    }

    @Test
    void shouldNeedRemoteSchemaOnlyWhereItIsUsed() {
        String address = "http://nowhere.example/other.xsd";

        assertThat(importing("urn:other", address, "<x:element name=\"e\" type=\"x:int\"/>")
                        .problems())
                .isEmpty();
        List<Problem> problems = importing("urn:other", address, "<x:element name=\"e\" type=\"s:Other\"/>")
                .problems();
        assertThat(problems).extracting(Problem::code).containsExactly("XML-REMOTE");
        assertThat(problems).first().extracting(Problem::message).asString().startsWith("'" + address + "'");
    }
}
