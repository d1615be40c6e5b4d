package io.soabench.contracts.wsdl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.soabench.contracts.source.Documents;
import io.soabench.contracts.source.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WsdlDefinitionsTest {
    private static final String SERVICE =
            """
            <definitions targetNamespace="urn:s" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="urn:s" xmlns:m="urn:m"
                xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/">
              <import namespace="urn:m" location="../messages/m.wsdl"/>
              <binding name="B" type="m:T">
                <soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
                <operation name="get">
                  <soap:operation soapAction="urn:get"/>
                  <input><soap:body use="literal" namespace="urn:rpc" parts="body"/><soap:header message="m:request" part="token" use="literal"/></input>
                  <output><soap:body use="encoded"/></output>
                </operation>
              </binding>
              <binding name="B12" type="m:T">
                <soap12:binding transport="http://schemas.xmlsoap.org/soap/http"/>
                <operation name="get"><soap12:operation style="rpc"/><input><soap12:body use="literal"/></input></operation>
              </binding>
              <service name="S">
                <port name="P" binding="s:B"><soap:address location="http://127.0.0.1/p"/></port>
                <port name="P12" binding="s:B12"><soap12:address location="http://127.0.0.1/p12"/></port>
              </service>
            </definitions>
            """;

    private static final String MESSAGES =
            """
            <definitions targetNamespace="urn:m" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:m="urn:m" xmlns:x="urn:x"
                xmlns:xsd="http://www.w3.org/2001/XMLSchema">
              <types>
                <xsd:schema targetNamespace="urn:m"><xsd:import namespace="urn:x" schemaLocation="x.xsd"/>
                  <xsd:element name="reply" type="x:number"/></xsd:schema>
              </types>
              <message name="request"><part name="body" type="x:number"/><part name="token" type="xsd:string"/></message>
              <message name="reply"><part name="body" element="m:reply"/></message>
              <portType name="T"><operation name="get"><input message="m:request"/><output message="m:reply"/></operation></portType>
            </definitions>
            """;

    private static final String TYPES =
            """
            <xsd:schema targetNamespace="urn:x" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
              <xsd:simpleType name="number"><xsd:restriction base="xsd:int"/></xsd:simpleType>
            </xsd:schema>
            """;

    private static WsdlDefinitions load(String service, String messages, String types) {
        Map<String, byte[]> entries = new HashMap<>();
        entries.put("services/s.wsdl", service.getBytes(StandardCharsets.UTF_8));
        entries.put("messages/m.wsdl", messages.getBytes(StandardCharsets.UTF_8));
        entries.put("messages/x.xsd", types.getBytes(StandardCharsets.UTF_8));
        return WsdlDefinitions.load("services/s.wsdl", entries);
    }

    private static String list(WsdlDefinitions wsdl) {
        StringBuilder text = new StringBuilder();
        for (Problem problem : wsdl.problems()) {
            text.append(problem).append('\n');
        }
        return text.toString();
    }

    @Test
    void shouldReadServicesAcrossFilesWhenDocumentsImport() {
        WsdlDefinitions wsdl = load(SERVICE, MESSAGES, TYPES);
        assertThat(list(wsdl)).isEmpty();
        assertThat(wsdl.files()).containsExactly("services/s.wsdl", "messages/m.wsdl", "messages/x.xsd");
        Service service = wsdl.service(new QName("urn:s", "S")).orElseThrow();
        assertThat(service.port("P").orElseThrow().address()).contains("http://127.0.0.1/p");
        Binding binding = service.port("P").orElseThrow().binding().orElseThrow();
        assertThat(binding.soap()).isEqualTo(Soap.V11);
        BindingOperation get = binding.operation("get").orElseThrow();
        assertThat(get.style()).isEqualTo(Style.RPC);
        assertThat(get.soapAction()).contains("urn:get");
        MessageBinding input = get.input().orElseThrow();
        assertThat(input.literal()).isTrue();
        assertThat(input.namespace()).contains("urn:rpc");
        assertThat(input.bodyParts()).contains(List.of("body"));
        assertThat(input.headers()).extracting(HeaderBinding::part).containsExactly("token");
        assertThat(get.output().orElseThrow().literal()).isFalse();
        Binding binding12 = wsdl.binding(new QName("urn:s", "B12")).orElseThrow();
        assertThat(binding12.soap()).isEqualTo(Soap.V12);
        assertThat(binding12.operation("get").orElseThrow().style()).isEqualTo(Style.RPC);
        assertThat(wsdl.ports(new QName("urn:m", "T"))).hasSize(2);
        Operation operation = wsdl.portType(new QName("urn:m", "T"))
                .orElseThrow()
                .operation("get")
                .orElseThrow();
        assertThat(operation.isRequestResponse()).isTrue();
        assertThat(operation.input().orElseThrow().part("token").orElseThrow().index())
                .isEqualTo(1);
        assertThat(wsdl.schemas().getTypeByQName(new QName("urn:x", "number"))).isNotNull();
        assertThat(wsdl.documents().get(0).namespaces()).containsEntry("m", "urn:m");
    }

    /** The recommendation, its draft of 2006 and the submission of 2004 have the attribute in namespaces of their own. */
    @Test
    void shouldReadActionsOfInputs() {
        String input = "<operation name=\"get\"><input name=\"ask\"";
        for (String namespace : List.of(
                "http://www.w3.org/2007/05/addressing/metadata",
                "http://www.w3.org/2006/05/addressing/wsdl",
                "http://schemas.xmlsoap.org/ws/2004/08/addressing")) {
            String messages = MESSAGES.replace(
                    "<operation name=\"get\"><input",
                    input + " xmlns:a=\"" + namespace
                            + "\" a:Action=\" urn:ask \" xmlns:o=\"urn:o\" o:Action=\"urn:o\"");
            Operation operation = load(SERVICE, messages, TYPES)
                    .portType(new QName("urn:m", "T"))
                    .orElseThrow()
                    .operation("get")
                    .orElseThrow();
            assertThat(operation.inputActions()).containsExactly("urn:ask");
            assertThat(operation.inputName()).contains("ask");
        }
    }

    @Test
    void shouldListAllProblemsWhenReferencesAreWrong() {
        String service =
                SERVICE.replace("type=\"m:T\"", "type=\"m:Unknown\"").replace("binding=\"s:B12\"", "binding=\"z:B\"");
        String messages = MESSAGES.replace("x:number\"/></xsd", "x:number\"/></xsd")
                .replace("element=\"m:reply\"", "element=\"m:gone\"")
                .replace("<part name=\"token\" type=\"xsd:string\"/>", "<part name=\"token\"/>");
        assertThat(list(load(service, messages, TYPES)))
                .isEqualTo(
                        """
                        messages/m.wsdl:7:62: [WSDL-PART] part 'token' needs either 'element' or 'type', and not both
                        messages/m.wsdl:8:43: [WSDL-MISSING] part 'body' refers to element '{urn:m}gone', which no schema declares; correct the name
                        services/s.wsdl:4:21: [WSDL-MISSING] port type '{urn:m}Unknown' is not defined; check 'type' or import its document
                        services/s.wsdl:12:23: [WSDL-MISSING] port type '{urn:m}Unknown' is not defined; check 'type' or import its document
                        services/s.wsdl:18:22: [WSDL-QNAME] 'z:B' in attribute 'binding' is not a qualified name with a declared prefix; declare its prefix
                        """);
    }

    @Test
    void shouldReportOnceThatThePrefixOfAPartIsNotDeclared() {
        assertThat(list(load(SERVICE, MESSAGES.replace("element=\"m:reply\"", "element=\"z:reply\""), TYPES)))
                .isEqualTo(
                        "messages/m.wsdl:8:43: [WSDL-QNAME] 'z:reply' in attribute 'element' is not a qualified name with a declared prefix; declare its prefix\n");
    }

    @Test
    void shouldReportProblemWhenImportIsRemoteOrMissing() {
        assertThat(list(load(SERVICE.replace("../messages/m.wsdl", "http://example.org/m.wsdl"), MESSAGES, TYPES)))
                .contains(
                        "services/s.wsdl:3:29: [XML-REMOTE] 'http://example.org/m.wsdl' is not on this machine and is not fetched");
        assertThat(list(load(SERVICE.replace("m.wsdl", "n.wsdl"), MESSAGES, TYPES)))
                .contains(
                        "services/s.wsdl:3:29: [XML-MISSING] '../messages/n.wsdl' is not found; looked for 'messages/n.wsdl'");
        assertThat(list(load(SERVICE, MESSAGES.replace("x.xsd", "http://example.org/x.xsd"), TYPES)))
                .contains("[XML-REMOTE]");
        assertThat(list(load(SERVICE.replace("namespace=\"urn:m\"", "namespace=\"urn:n\""), MESSAGES, TYPES)))
                .contains("[WSDL-IMPORT] 'messages/m.wsdl' has the target namespace 'urn:m', but 'urn:n' is imported");
    }

    @Test
    void shouldNotOpenEntityWhenSchemaHasDocumentType(@TempDir Path folder) throws IOException {
        Path secret = Files.writeString(folder.resolve("secret.txt"), "secret");
        String types = "<!DOCTYPE s [<!ENTITY e SYSTEM \"" + secret.toUri() + "\">]>" + TYPES;
        assertThat(list(load(SERVICE, MESSAGES, types)))
                .contains("messages/x.xsd:1:1: [XML-DOCTYPE]")
                .doesNotContain("secret\n");
    }

    @Test
    void shouldReadFromDiskWhenPathIsGiven(@TempDir Path folder) throws IOException {
        Files.createDirectories(folder.resolve("services"));
        Files.createDirectories(folder.resolve("messages"));
        Files.writeString(folder.resolve("services/s.wsdl"), SERVICE);
        Files.writeString(folder.resolve("messages/m.wsdl"), MESSAGES);
        Files.writeString(folder.resolve("messages/x.xsd"), TYPES);
        WsdlDefinitions wsdl = WsdlDefinitions.load(folder.resolve("services/s.wsdl"));
        assertThat(list(wsdl)).isEmpty();
        assertThat(wsdl.services()).hasSize(1);
    }

    @Test
    void shouldReadDocumentOnceWhenImportsAreCircular() {
        String messages =
                MESSAGES.replace("<types>", "<import namespace=\"urn:s\" location=\"../services/s.wsdl\"/><types>");
        WsdlDefinitions wsdl = load(SERVICE, messages, TYPES);
        assertThat(list(wsdl)).isEmpty();
        assertThat(wsdl.documents()).hasSize(2);
    }

    @Test
    void shouldAcceptCopiesWhenDocumentsAreTheSame() {
        Map<String, byte[]> entries = Map.of(
                "a.xsd", TYPES.getBytes(StandardCharsets.UTF_8),
                "b.xsd", TYPES.getBytes(StandardCharsets.UTF_8),
                "c.xsd", TYPES.replace("xsd:int", "xsd:long").getBytes(StandardCharsets.UTF_8));
        assertThat(load(entries, List.of("a.xsd", "b.xsd")).problems()).isEmpty();
        assertThat(load(entries, List.of("a.xsd", "c.xsd")).problems())
                .extracting(Problem::code)
                .containsExactly("XSD-DUPLICATE");
    }

    private static WsdlDefinitions load(Map<String, byte[]> entries, List<String> names) {
        return WsdlDefinitions.load(Documents.inMemory(entries), names);
    }

    @Test
    void shouldReportProblemWhenSchemaIsNotValid() {
        assertThat(list(load(SERVICE, MESSAGES, TYPES.replace("base=\"xsd:int\"", "base=\"nowhere:int\""))))
                .contains("messages/x.xsd");
    }

    @Test
    void shouldNameOverloadedOperationsOfAContractByTheirInputs(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("shop.wsdl");
        String text =
                """
                <definitions targetNamespace="urn:o" xmlns:o="urn:o" xmlns="http://schemas.xmlsoap.org/wsdl/"
                    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
                  <message name="a"><part name="x" type="xs:int"/></message>
                  <message name="b"><part name="x" type="xs:string"/></message>
                  <portType name="T">
                    <operation name="trim"><input name="number" message="o:a"/><output message="o:a"/></operation>
                    <operation name="trim"><input name="text" message="o:b"/><output message="o:b"/></operation>
                    <operation name="plain"><input name="other" message="o:b"/><output message="o:b"/></operation>
                  </portType>
                  <binding name="B" type="o:T">
                    <soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
                    <operation name="trim"><soap:operation soapAction="urn:text"/><input name="text"/><output/></operation>
                    <operation name="trim"><soap:operation soapAction="urn:number"/><input name="number"/><output/></operation>
                    <operation name="plain"><soap:operation soapAction="urn:plain"/><input name="other"/><output/></operation>
                  </binding>
                </definitions>
                """;
        Files.writeString(file, text);

        WsdlDefinitions contract = WsdlDefinitions.contract(file);

        assertThat(contract.problems()).isEmpty();
        PortType type = contract.portTypes().iterator().next();
        assertThat(type.operations()).extracting(Operation::name).containsExactly("trim:number", "trim:text", "plain");
        assertThat(type.operations()).extracting(Operation::writtenName).containsExactly("trim", "trim", "plain");
        Binding binding = contract.bindings().iterator().next();
        assertThat(binding.operation("trim:number").orElseThrow().soapAction()).contains("urn:number");
        assertThat(binding.operation("trim:text").orElseThrow().soapAction()).contains("urn:text");
        // WS-BPEL forbids it, whatever the names of inputs are.
        assertThat(WsdlDefinitions.load(file).problems())
                .extracting(Problem::code, Problem::message)
                .containsExactly(tuple(
                        "SA00002",
                        "operation 'trim' is overloaded; give each operation of port type 'T' its own name"));
        Files.writeString(file, text.replace("<input name=\"text\" message", "<input message"));
        assertThat(WsdlDefinitions.contract(file).problems()).isEmpty();
        Files.writeString(file, text.replaceAll("<input name=\"(text|number)\"", "<input"));
        assertThat(WsdlDefinitions.contract(file).problems())
                .extracting(Problem::message)
                .containsExactly("operation 'trim' is overloaded; give each operation of port type 'T' its own name, or"
                        + " each of their inputs");
    }
}
