package io.soabench.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.model.issue.Issue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents that import schemas of which the tool has copies of its own, which are no files beside the model. */
final class StandardSchemasTest {

    private static final String XML = "<xs:import namespace=\"http://www.w3.org/XML/1998/namespace\"%s/>";
    private static final String ADDRESSING = "<xs:import namespace=\"http://www.w3.org/2005/08/addressing\"%s/>";
    private static final String REFERENCE =
            "<xs:import namespace=\"http://docs.oasis-open.org/wsbpel/2.0/serviceref\"%s/>";

    @TempDir
    private Path folder;

    private static String wsdl(String imported) {
        return """
                <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
                    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:n="urn:note" targetNamespace="urn:note">
                  <types><xs:schema targetNamespace="urn:note" elementFormDefault="qualified">
                    %s
                    <xs:element name="note"><xs:complexType><xs:sequence><xs:element name="id" type="xs:string"/></xs:sequence>
                      </xs:complexType></xs:element>
                    <xs:element name="done" type="xs:string"/>
                  </xs:schema></types>
                  <message name="in"><part name="p" element="n:note"/></message>
                  <message name="out"><part name="p" element="n:done"/></message>
                  <portType name="Notes"><operation name="take"><input message="n:in"/><output message="n:out"/></operation></portType>
                  <binding name="B" type="n:Notes"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
                    <operation name="take"><soap:operation soapAction=""/><input><soap:body use="literal"/></input>
                      <output><soap:body use="literal"/></output></operation></binding>
                  <service name="S"><port name="P" binding="n:B"><soap:address location="http://127.0.0.1:1/n"/></port></service>
                </definitions>
                """
                .formatted(imported);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "service type Notes from \"notes.wsdl\"",
                "process Notes { black box wsdl \"notes.wsdl\" at \"http://127.0.0.1:1/n\" }"
            })
    void shouldReadAModelWhoseDocumentsImportThem(String element) throws IOException {
        for (String schema : new String[] {XML, ADDRESSING, REFERENCE}) {
            for (String location : new String[] {"", " schemaLocation=\"http://www.w3.org/2001/xml.xsd\""}) {
                if (!location.isEmpty() && !schema.equals(XML)) {
                    continue;
                }
                Path wsdl = Files.writeString(folder.resolve("notes.wsdl"), wsdl(schema.formatted(location)));
                Path model = Files.writeString(folder.resolve("a.testbed"), "testbed a\n" + element + "\n");

                TestbedReader.Result result = new TestbedReader().read(model);

                assertThat(result.files()).as(schema + location).containsExactly(model, wsdl);
                assertThat(result.issues())
                        .as(schema + location)
                        .noneMatch(issue -> issue.severity() == Issue.Severity.ERROR);
            }
        }
    }
}
