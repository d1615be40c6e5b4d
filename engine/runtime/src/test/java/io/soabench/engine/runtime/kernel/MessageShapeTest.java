package io.soabench.engine.runtime.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.engine.runtime.schema.PartChecks;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.ElementReader;
import io.soabench.engine.runtime.xml.QualifiedName;
import io.soabench.engine.runtime.xml.RefusedXmlException;
import io.soabench.engine.runtime.xml.XmlLimits;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of values before they are sent. */
class MessageShapeTest {
    private static final String SCHEMA =
            """
            <x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
              <x:simpleType name="Code"><x:restriction base="x:string"><x:maxLength value="3"/></x:restriction></x:simpleType>
              <x:simpleType name="Short"><x:restriction base="t:Code"><x:maxLength value="2"/></x:restriction></x:simpleType>
              <x:element name="code" type="t:Code"/>
            </x:schema>""";

    /** Attributes that a copy has left go; what a type is called by must still be understood without them. */
    @ParameterizedTest
    @CsvSource({"p:Short, ab, ''", "p:Short, abc, maxLength", "p:Code, abc, ''", "q:Code, abc, q:Code"})
    void shouldUnderstandTypesByThePrefixesOfTheValue(String type, String text, String problem)
            throws RefusedXmlException {
        WsdlDefinitions wsdl = WsdlDefinitions.load("t.xsd", Map.of("t.xsd", SCHEMA.getBytes(StandardCharsets.UTF_8)));
        MessageShape shape = new MessageShape(
                new QualifiedName("urn:t", "message"),
                null,
                List.of(new MessageShape.Part(
                        "part",
                        new QualifiedName("urn:t", "code"),
                        new PartChecks(wsdl.schemas(), wsdl.schemaSources()).element(new QName("urn:t", "code")),
                        MessageShape.Place.BODY)));
        Element value = new ElementReader(XmlLimits.DEFAULT)
                .read(("<code xmlns='urn:t' xmlns:p='urn:t' left='behind' xsi:type='" + type
                                + "' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'>" + text + "</code>")
                        .getBytes(StandardCharsets.UTF_8));

        String found = shape.problem(List.of(value));
        if (problem.isEmpty()) {
            assertThat(found).isNull();
        } else {
            assertThat(found).contains("cannot be sent", problem);
        }
    }
}
