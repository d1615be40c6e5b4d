package io.soabench.engine.runtime.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.contracts.source.Documents;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.engine.runtime.xml.Element;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

/** The engine holds values against the redefinition of a type, not against its original. */
class RedefinedSchemaTest {
    private static final String BASE =
            """
            <x:schema xmlns:x="http://www.w3.org/2001/XMLSchema">
              <x:complexType name="Guest"><x:sequence><x:element name="code" type="Code"/></x:sequence></x:complexType>
              <x:simpleType name="Code"><x:restriction base="x:string"/></x:simpleType>
            </x:schema>""";

    private static final String MAIN =
            """
            <x:schema xmlns:x="http://www.w3.org/2001/XMLSchema">
              <x:redefine schemaLocation="base.xsd">
                <x:complexType name="Guest"><x:complexContent><x:extension base="Guest"><x:sequence>
                  <x:element name="age" type="x:int"/></x:sequence></x:extension></x:complexContent></x:complexType>
                <x:simpleType name="Code"><x:restriction base="Code"><x:length value="4"/></x:restriction></x:simpleType>
              </x:redefine>
              <x:element name="guest" type="Guest"/>
            </x:schema>""";

    private static String problem(Element... content) throws Exception {
        WsdlDefinitions definitions = WsdlDefinitions.load(
                Documents.inMemory(Map.of(
                        "base.xsd", BASE.getBytes(StandardCharsets.UTF_8),
                        "main.xsd", MAIN.getBytes(StandardCharsets.UTF_8))),
                List.of("main.xsd"));
        assertThat(definitions.problems()).isEmpty();
        ValueSchema.Type type = new ValueSchema.Type(new QName("guest"), true);
        return ValueSchema.compile(definitions.schemaSources(), Set.of(type))
                .problem(type, Element.empty("", "", "guest").withContent(List.of(content)));
    }

    @Test
    void shouldCheckAgainstRedefinition() throws Exception {
        Element age = Element.text("", "", "age", "7");

        assertThat(problem(Element.text("", "", "code", "abcd"), age)).isNull();
        assertThat(problem(Element.text("", "", "code", "abc"), age)).contains("abc");
        assertThat(problem(Element.text("", "", "code", "abcd"))).contains("age");
    }
}
