package io.soabench.engine.server;

import static io.soabench.engine.server.ScriptedPartner.envelope;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Styles, versions of SOAP, faults and dispatch, seen from both sides. */
@Tag("it")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class ProtocolIT {
    private static final String OLD = "http://schemas.xmlsoap.org/soap/envelope/";
    private static final String NEW = "http://www.w3.org/2003/05/soap-envelope";
    private static final String NUMBER = "<w:number xmlns:w=\"urn:fixture:wire\">5</w:number>";
    private static final String RESULT = "<w:result xmlns:w=\"urn:fixture:wire\">10</w:result>";
    private static final String ODD = "<w:trouble xmlns:w=\"urn:fixture:wire\">13</w:trouble>";
    private static final String SOAP12 =
            RelayFixture.DOCUMENT.replace("<soap:", "<soap12:").replace("</soap:", "</soap12:");
    private static final String RPC_MESSAGES =
            """
            <message name="number"><part name="value" type="xsd:int"/></message>
            <message name="result"><part name="value" type="xsd:int"/></message>
            <message name="trouble"><part name="value" type="xsd:int"/></message>""";
    private static final String RPC = RelayFixture.DOCUMENT
            .replace("style=\"document\"", "style=\"rpc\"")
            .replace("<soap:body use=\"literal\"/>", "<soap:body use=\"literal\" namespace=\"urn:fixture:rpc\"/>");
    private static final String RPC_FAILED = "<copy><from>-1</from><to variable=\"result\" part=\"value\"/></copy>";
    private static final String RPC_CALL = "<r:twice xmlns:r=\"urn:fixture:rpc\"><value>5</value></r:twice>";

    private static String envelope12(String body) {
        return envelope(body).replace(OLD, NEW);
    }

    private static String fault(String detail) {
        return "<s:Fault><faultcode>s:Server</faultcode><faultstring>is odd</faultstring>" + detail + "</s:Fault>";
    }

    private static String fault12(String detail) {
        return "<s:Fault><s:Code><s:Value>s:Receiver</s:Value></s:Code><s:Reason><s:Text xml:lang=\"en\">is odd</s:Text>"
                + "</s:Reason>" + detail + "</s:Fault>";
    }

    @Test
    void shouldSpeakSoap12WhenBindingSaysSo() throws Exception {
        String answer = RawPartner.http("200 OK", envelope12(RESULT));
        try (RelayFixture fixture = new RelayFixture(RelayFixture.ELEMENTS, SOAP12, RelayFixture.FAILED, answer)) {
            HttpResponse<String> taken =
                    fixture.post("application/soap+xml; charset=utf-8; action=\"urn:any\"", "", envelope12(NUMBER));
            assertThat(taken.statusCode()).as(taken.body()).isEqualTo(200);
            assertThat(taken.headers().firstValue("Content-Type")).hasValue("application/soap+xml; charset=utf-8");
            assertThat(taken.body()).contains(NEW).doesNotContain(OLD).contains(RESULT);
            assertThat(fixture.partner.received())
                    .contains(
                            "Content-Type: application/soap+xml; charset=utf-8; action=\"urn:fixture:wire/twice\"\r\n")
                    .doesNotContain("SOAPAction")
                    .contains(NEW)
                    .contains(NUMBER);
        }
    }

    @Test
    void shouldSendQuotedActionWhenBindingIsSoap11() throws Exception {
        String answer = RawPartner.http("200 OK", envelope(RESULT));
        try (RelayFixture fixture = RelayFixture.document(answer)) {
            for (String action : new String[] {"", "\"\"", "\"urn:other\"", "urn:unquoted"}) {
                assertThat(fixture.post("text/xml", action, envelope(NUMBER)).body())
                        .contains(RESULT);
            }
            assertThat(fixture.partner.received())
                    .contains("SOAPAction: \"urn:fixture:wire/twice\"\r\n")
                    .contains("Content-Type: text/xml; charset=utf-8\r\n");
        }
    }

    @ParameterizedTest
    @CsvSource({"500,true", "200,true", "400,false", "404,false"})
    void shouldHandDeclaredFaultOnWhenStyleIsDocument(int status, boolean declared) throws Exception {
        String answer = RawPartner.http(
                status + " X", envelope(fault("<detail> <x:x xmlns:x=\"urn:x\"/> " + ODD + "</detail>")));
        try (RelayFixture fixture = RelayFixture.document(answer)) {
            HttpResponse<String> handed = fixture.post(envelope(NUMBER));
            assertThat(handed.statusCode()).as(handed.body()).isEqualTo(declared ? 500 : 200);
            if (declared) {
                assertThat(handed.body())
                        .contains("<detail>" + ODD + "</detail>")
                        .contains("<faultcode xmlns:flt=\"urn:fixture:wire\">flt:odd</faultcode>");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"500", "400"})
    void shouldHandDeclaredFaultOnWhenSoapIs12(int status) throws Exception {
        String answer = RawPartner.http(status + " X", envelope12(fault12("<s:Detail>" + ODD + "</s:Detail>")));
        try (RelayFixture fixture = new RelayFixture(RelayFixture.ELEMENTS, SOAP12, RelayFixture.FAILED, answer)) {
            HttpResponse<String> handed = fixture.post("application/soap+xml", "", envelope12(NUMBER));
            assertThat(handed.statusCode()).isEqualTo(500);
            assertThat(handed.body())
                    .contains("<soapenv:Value>soapenv:Receiver</soapenv:Value>")
                    .contains("<soapenv:Subcode><soapenv:Value xmlns:flt=\"urn:fixture:wire\">flt:odd</soapenv:Value>")
                    .contains("<soapenv:Detail>" + ODD + "</soapenv:Detail>");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"''", "<detail/>", "<detail>text</detail>"})
    void shouldTakeFaultForFailureWhenNothingNamesIt(String detail) throws Exception {
        try (RelayFixture fixture = RelayFixture.document(RawPartner.http("500 X", envelope(fault(detail))))) {
            assertThat(fixture.post(envelope(NUMBER)).body()).contains(">-1<");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<detail><w:other xmlns:w='urn:fixture:wire'>13</w:other></detail> | {urn:fixture:wire}other",
                "<detail><w:trouble xmlns:w='urn:fixture:wire'>thirteen</w:trouble></detail> | {urn:fixture:wire}trouble",
                "<detail><trouble>13</trouble></detail> | trouble"
            })
    void shouldNameFaultByItsDetailWhenItIsNotDeclared(String detail, String name) throws Exception {
        try (RelayFixture fixture = RelayFixture.document(RawPartner.http("500 X", envelope(fault(detail))))) {
            HttpResponse<String> handed = fixture.post(envelope(NUMBER));
            assertThat(handed.statusCode()).isEqualTo(500);
            assertThat(handed.body()).contains(" answered with fault '" + name + "', which is none that it declares");
        }
    }

    @Test
    void shouldWrapPartsWhenStyleIsRpc() throws Exception {
        String answer = RawPartner.http(
                "200 OK", envelope("<r:twiceResponse xmlns:r=\"urn:fixture:rpc\"><value>10</value></r:twiceResponse>"));
        try (RelayFixture fixture = new RelayFixture(RPC_MESSAGES, RPC, RPC_FAILED, answer)) {
            assertThat(fixture.post(envelope(RPC_CALL)).body())
                    .contains("<ns:twiceResponse xmlns:ns=\"urn:fixture:rpc\"><value>10</value></ns:twiceResponse>");
            assertThat(fixture.partner.received())
                    .contains("<ns:twice xmlns:ns=\"urn:fixture:rpc\"><value>5</value></ns:twice>");
            HttpResponse<String> other =
                    fixture.post(envelope(RPC_CALL.replace("urn:fixture:rpc", "urn:fixture:wire")));
            assertThat(other.statusCode()).isEqualTo(400);
            assertThat(other.body()).contains("{urn:fixture:wire}twice");
        }
    }

    @Test
    void shouldHandDeclaredFaultOnWhenStyleIsRpc() throws Exception {
        String answer = RawPartner.http("500 X", envelope(fault("<detail><value>13</value></detail>")));
        try (RelayFixture fixture = new RelayFixture(RPC_MESSAGES, RPC, RPC_FAILED, answer)) {
            HttpResponse<String> handed = fixture.post(envelope(RPC_CALL));
            assertThat(handed.statusCode()).isEqualTo(500);
            assertThat(handed.body()).contains("flt:odd").contains("<detail><value>13</value></detail>");
        }
    }

    private static final String SAME =
            """
            <definitions name="same" targetNamespace="urn:same" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="urn:same"
                xmlns:plnk="http://docs.oasis-open.org/wsbpel/2.0/plnktype"
                xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
              <types><xsd:schema targetNamespace="urn:same"><xsd:element name="text" type="xsd:string"/></xsd:schema></types>
              <message name="text"><part name="value" element="s:text"/></message>
              <portType name="Same">
                <operation name="first"><input message="s:text"/><output message="s:text"/></operation>
                <operation name="second"><input message="s:text"/><output message="s:text"/></operation>
                <operation name="third"><input message="s:text"/></operation>
              </portType>
              <binding name="SameSoap" type="s:Same">
                <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
                <operation name="first"><soap:operation soapAction="urn:same/first"/>
                  <input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
                <operation name="second"><soap:operation soapAction="urn:same/second"/>
                  <input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
                <operation name="third"><soap:operation soapAction="urn:same/third"/>
                  <input><soap:body use="literal"/></input></operation>
              </binding>
              <plnk:partnerLinkType name="Same"><plnk:role name="service" portType="s:Same"/></plnk:partnerLinkType>
            </definitions>""";

    private static String branch(String operation) {
        return "<onMessage partnerLink=\"client\" operation=\"" + operation + "\" variable=\"text\"><sequence>"
                + "<assign><copy><from>'" + operation + "'</from><to>$text.value</to></copy></assign>"
                + (operation.equals("third")
                        ? ""
                        : "<reply partnerLink=\"client\" operation=\"" + operation + "\" variable=\"text\"/>")
                + "</sequence></onMessage>";
    }

    private static Map<String, byte[]> same() {
        Map<String, byte[]> entries = new TreeMap<>();
        entries.put("same.wsdl", SAME.getBytes(StandardCharsets.UTF_8));
        String process = "<process name=\"Relay\" targetNamespace=\"urn:p\""
                + " xmlns=\"http://docs.oasis-open.org/wsbpel/2.0/process/executable\" xmlns:s=\"urn:same\">"
                + "<import namespace=\"urn:same\" location=\"same.wsdl\" importType=\"http://schemas.xmlsoap.org/wsdl/\"/>"
                + "<partnerLinks><partnerLink name=\"client\" partnerLinkType=\"s:Same\" myRole=\"service\"/></partnerLinks>"
                + "<variables><variable name=\"text\" messageType=\"s:text\"/></variables>"
                + "<pick createInstance=\"yes\">" + branch("first") + branch("second") + branch("third")
                + "</pick></process>";
        entries.put("Relay.bpel", process.getBytes(StandardCharsets.UTF_8));
        return entries;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            value = {
                "text/xml | \"urn:same/first\" | first",
                "text/xml | \"urn:same/second\" | second",
                "text/xml | urn:same/second | second",
                "text/xml | \"\" | first",
                "text/xml | \"urn:unknown\" | first",
                "application/soap+xml; action=\"urn:same/second\" | \"\" | second",
                "application/soap+xml; ACTION=urn:same/second; charset=utf-8 | \"\" | second",
                "application/soap+xml;charset=utf-8;action=\"urn:same/first\" | \"\" | first",
                "text/xml | \"urn:same/third\" | none"
            })
    void shouldTellOperationsApartByActionWhenBodiesAreTheSame(String type, String action, String operation)
            throws Exception {
        try (RelayFixture fixture = RelayFixture.document("")) {
            fixture.engine.deployer().deploy("Relay", same());
            String text = "<s:text xmlns:s=\"urn:same\">?</s:text>";
            String request = type.startsWith("text") ? envelope(text) : envelope12(text);
            HttpResponse<String> answer = fixture.post(type, action, request);
            if (operation == null) {
                assertThat(answer.statusCode()).isEqualTo(202);
                assertThat(answer.body()).isEmpty();
                assertThat(answer.headers().firstValue("Content-Length")).hasValue("0");
            } else {
                assertThat(answer.body()).contains(">" + operation + "<");
            }
        }
    }

    /** The header of WS-Addressing says what an empty SOAPAction does not. */
    @ParameterizedTest
    @CsvSource({"urn:same/second,second", "urn:same:Same:secondRequest,second", "urn:x/first,first"})
    void shouldTellOperationsApartByTheActionOfTheHeader(String action, String operation) throws Exception {
        try (RelayFixture fixture = RelayFixture.document("")) {
            fixture.engine.deployer().deploy("Relay", same());
            String header = "<s:Header><a:Action xmlns:a=\"http://www.w3.org/2005/08/addressing\">" + action
                    + "</a:Action></s:Header><s:Body>";
            HttpResponse<String> answer = fixture.post(
                    envelope("<s:text xmlns:s=\"urn:same\">?</s:text>").replace("<s:Body>", header));
            assertThat(answer.body()).contains(">" + operation + "<");
        }
    }
}
