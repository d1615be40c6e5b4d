package io.soabench.engine.server;

import io.soabench.engine.server.deploy.RefusedDeploymentException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * An engine with a process that provides an operation and calls the same operation of a partner on a plain socket, so
 * that a test reaches both sides of one binding. The process passes on a fault {@code w:odd} of the partner, and
 * answers any failure by -1.
 */
final class RelayFixture implements AutoCloseable {
    private static final String HEAD =
            """
            <definitions name="wire" targetNamespace="urn:fixture:wire"
                xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:w="urn:fixture:wire"
                xmlns:plnk="http://docs.oasis-open.org/wsbpel/2.0/plnktype"
                xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/"
                xmlns:xsd="http://www.w3.org/2001/XMLSchema">
              <types>
                <xsd:schema targetNamespace="urn:fixture:wire" elementFormDefault="qualified">
                  <xsd:element name="number" type="xsd:int"/>
                  <xsd:element name="result" type="xsd:int"/>
                  <xsd:element name="trouble" type="xsd:int"/>
                  <xsd:element name="ticket" type="xsd:string"/>
                  <xsd:element name="receipt" type="xsd:int"/>
                </xsd:schema>
              </types>""";
    private static final String MIDDLE =
            """
              <portType name="Numbers">
                <operation name="twice">
                  <input message="w:number"/><output message="w:result"/><fault name="odd" message="w:trouble"/>
                </operation>
              </portType>
              <plnk:partnerLinkType name="Numbers"><plnk:role name="service" portType="w:Numbers"/></plnk:partnerLinkType>""";
    private static final String BPEL =
            """
            <process name="Relay" targetNamespace="urn:fixture:process"
                xmlns="http://docs.oasis-open.org/wsbpel/2.0/process/executable"
                xmlns:w="urn:fixture:wire" xmlns:f="http://soabench.io/engine/faults">
              <import namespace="urn:fixture:wire" location="wire.wsdl" importType="http://schemas.xmlsoap.org/wsdl/"/>
              <partnerLinks>
                <partnerLink name="client" partnerLinkType="w:Numbers" myRole="service"/>
                <partnerLink name="partner" partnerLinkType="w:Numbers" partnerRole="service"/>
              </partnerLinks>
              <variables>
                <variable name="number" messageType="w:number"/>
                <variable name="result" messageType="w:result"/>
              </variables>
              <sequence>
                <receive partnerLink="client" operation="twice" variable="number" createInstance="yes"/>
                <scope>
                  <faultHandlers>
                    <catch faultName="w:odd" faultVariable="trouble" faultMessageType="w:trouble">
                      <reply partnerLink="client" operation="twice" faultName="w:odd" variable="trouble"/>
                    </catch>
                    <catch faultName="f:partnerFailure">
                      <sequence>
                        <assign>%s</assign>
                        <reply partnerLink="client" operation="twice" variable="result"/>
                      </sequence>
                    </catch>
                  </faultHandlers>
                  <sequence>
                    <invoke partnerLink="partner" operation="twice" inputVariable="number" outputVariable="result"/>
                    <reply partnerLink="client" operation="twice" variable="result"/>
                  </sequence>
                </scope>
              </sequence>
            </process>""";

    /** The messages of one part, described by an element. */
    static final String ELEMENTS =
            """
            <message name="number"><part name="value" element="w:number"/></message>
            <message name="result"><part name="value" element="w:result"/></message>
            <message name="trouble"><part name="value" element="w:trouble"/></message>""";

    /** The binding of these messages. */
    static final String DOCUMENT =
            """
            <binding name="NumbersSoap" type="w:Numbers">
              <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
              <operation name="twice">
                <soap:operation soapAction="urn:fixture:wire/twice"/>
                <input><soap:body use="literal"/></input>
                <output><soap:body use="literal"/></output>
                <fault name="odd"><soap:fault name="odd" use="literal"/></fault>
              </operation>
            </binding>""";

    /** The answer of the process when the partner fails. */
    static final String FAILED =
            "<copy><from><literal><w:result>-1</w:result></literal></from><to variable=\"result\" part=\"value\"/></copy>";

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    final RawPartner partner;
    final Engine engine;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();

    /**
     * An engine with the process.
     *
     * @param messages the WSDL messages number, result and trouble
     * @param binding the WSDL binding
     * @param failed copies that make the result when the partner fails
     * @param answer the answer of the partner, HTTP head included
     */
    RelayFixture(String messages, String binding, String failed, String answer) throws Exception {
        this(messages, binding, failed, answer, EngineFixture.CONFIGURATION);
    }

    private RelayFixture(
            String messages, String binding, String failed, String answer, EngineConfiguration configuration)
            throws Exception {
        // It says that it closes: an engine that kept the connection could send its next request into one that is about
        // to be closed.
        partner = new RawPartner(answer.replaceFirst("\r\n", "\r\nConnection: close\r\n"), true);
        engine = Engine.start(configuration, new io.soabench.engine.runtime.kernel.SystemEngineClock());
        try {
            engine.deployer().deploy("Relay", archive(messages, binding, failed, partner.port()));
        } catch (RefusedDeploymentException e) {
            close();
            throw e;
        }
    }

    /** Makes a fixture with messages of one element in document style. */
    static RelayFixture document(String answer) throws Exception {
        return new RelayFixture(ELEMENTS, DOCUMENT, FAILED, answer);
    }

    /** Makes a fixture whose engine posts answers to these places, too. */
    static RelayFixture posting(String answer, String... replyTo) throws Exception {
        return new RelayFixture(
                ELEMENTS,
                DOCUMENT,
                FAILED,
                answer,
                EngineFixture.CONFIGURATION.but().replyTo(Set.of(replyTo)).build());
    }

    static Map<String, byte[]> archive(String messages, String binding, String failed, int port) {
        Map<String, byte[]> entries = new TreeMap<>();
        String wsdl = HEAD + messages + MIDDLE + binding + "</definitions>";
        entries.put("wire.wsdl", wsdl.getBytes(StandardCharsets.UTF_8));
        entries.put("Relay.bpel", BPEL.formatted(failed).getBytes(StandardCharsets.UTF_8));
        entries.put(
                "soabench-process.json",
                ("{\"partners\":{\"partner\":\"http://127.0.0.1:" + port + "/\"}}").getBytes(StandardCharsets.UTF_8));
        return entries;
    }

    HttpResponse<String> post(String contentType, String soapAction, String body)
            throws IOException, InterruptedException {
        return post("/processes/Relay", contentType, soapAction, body);
    }

    /** Sends a request to another process of the engine. */
    HttpResponse<String> postTo(String path, String body) throws IOException, InterruptedException {
        return post(path, "text/xml; charset=utf-8", "\"\"", body);
    }

    private HttpResponse<String> post(String path, String contentType, String soapAction, String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(engine.url() + path))
                .timeout(PATIENCE)
                .header("Content-Type", contentType)
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (!soapAction.isEmpty()) {
            request.header("SOAPAction", soapAction);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> post(String body) throws IOException, InterruptedException {
        return post("text/xml; charset=utf-8", "\"\"", body);
    }

    @Override
    public void close() throws IOException {
        engine.close();
        partner.close();
    }
}
