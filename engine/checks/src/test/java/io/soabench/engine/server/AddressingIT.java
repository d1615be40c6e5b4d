package io.soabench.engine.server;

import static io.soabench.engine.server.ScriptedPartner.envelope;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.Counter;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Callbacks and answers by WS-Addressing, in both versions. */
@Tag("it")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class AddressingIT {
    private static final String V10 = "http://www.w3.org/2005/08/addressing";
    private static final String SUBMISSION = "http://schemas.xmlsoap.org/ws/2004/08/addressing";
    private static final String NUMBER = "<w:number xmlns:w=\"urn:fixture:wire\">5</w:number>";
    private static final String RESULT = "<w:result xmlns:w=\"urn:fixture:wire\">10</w:result>";

    private static final String TWICE = "urn:fixture:wire:Numbers:twiceRequest";

    private static final String WSDL =
            """
            <definitions name="later" targetNamespace="urn:later" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:l="urn:later"
                xmlns:plnk="http://docs.oasis-open.org/wsbpel/2.0/plnktype" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
              <types><xsd:schema targetNamespace="urn:later">
                <xsd:element name="order" type="xsd:string"/><xsd:element name="bill" type="xsd:string"/>
              </xsd:schema></types>
              <message name="order"><part name="value" element="l:order"/></message>
              <message name="bill"><part name="value" element="l:bill"/></message>
              <portType name="Shop"><operation name="order"><input message="l:order"/></operation></portType>
              <portType name="Customer"><operation name="bill"><input message="l:bill"/></operation></portType>
              <plnk:partnerLinkType name="Buying">
                <plnk:role name="shop" portType="l:Shop"/><plnk:role name="customer" portType="l:Customer"/>
              </plnk:partnerLinkType>
            </definitions>""";
    private static final String BPEL =
            """
            <process name="Later" targetNamespace="urn:p" xmlns="http://docs.oasis-open.org/wsbpel/2.0/process/executable"
                xmlns:l="urn:later">
              <import namespace="urn:later" location="later.wsdl" importType="http://schemas.xmlsoap.org/wsdl/"/>
              <partnerLinks>
                <partnerLink name="buyer" partnerLinkType="l:Buying" myRole="shop" partnerRole="customer"/>
              </partnerLinks>
              <variables>
                <variable name="order" messageType="l:order"/><variable name="bill" messageType="l:bill"/>
              </variables>
              <sequence>
                <receive partnerLink="buyer" operation="order" variable="order" createInstance="yes"/>
                <assign>
                  <copy><from><literal><l:bill/></literal></from><to variable="bill" part="value"/></copy>
                  <copy><from>$order.value</from><to>$bill.value</to></copy>
                </assign>
                <invoke partnerLink="buyer" operation="bill" inputVariable="bill"/>
              </sequence>
            </process>""";

    private static Map<String, byte[]> later() {
        Map<String, byte[]> entries = new TreeMap<>();
        entries.put("later.wsdl", WSDL.getBytes(StandardCharsets.UTF_8));
        entries.put("Later.bpel", BPEL.getBytes(StandardCharsets.UTF_8));
        return entries;
    }

    /** Waits for a count; the time limit of the test interrupts the wait. */
    private static void await(RelayFixture fixture, Counter counter, long count) {
        while (fixture.engine.counters().value(counter) < count) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            assertThat(Thread.currentThread().isInterrupted())
                    .as("%s=%d of %d", counter, fixture.engine.counters().value(counter), count)
                    .isFalse();
        }
    }

    /** A server that receives posted answers. */
    private static final class AnswerReceiver implements AutoCloseable {
        private final BlockingQueue<String> posted = new LinkedBlockingQueue<>();
        private final RawPartner[] box = new RawPartner[1];

        AnswerReceiver() throws IOException {
            box[0] = new RawPartner(socket -> {
                posted.add(box[0].received());
                socket.getOutputStream()
                        .write("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
            });
        }

        String url() {
            return "http://127.0.0.1:" + box[0].port() + "/box";
        }

        String next() throws InterruptedException {
            String answer = posted.poll(60, TimeUnit.SECONDS);
            assertThat(answer).as("an answer within 20 s").isNotNull();
            return answer;
        }

        @Override
        public void close() throws IOException {
            box[0].close();
        }
    }

    private static String action(String namespace, String action) {
        return "<a:Action xmlns:a=\"" + namespace + "\">" + action + "</a:Action>";
    }

    private static String addressed(String namespace, String replyTo, String more, String body) {
        String header = "<a:MessageID xmlns:a=\"" + namespace + "\" s:mustUnderstand=\"1\"> urn:m:1 </a:MessageID>"
                + action(namespace, body.contains(":order") ? "urn:later:Shop:order" : TWICE)
                + (replyTo.isEmpty()
                        ? ""
                        : "<a:ReplyTo xmlns:a=\"" + namespace + "\" xmlns:k=\"urn:k\"><a:Address>" + replyTo
                                + "</a:Address>"
                                + "<a:ReferenceParameters><k:basket k:kind=\"x\">k:7</k:basket></a:ReferenceParameters></a:ReplyTo>");
        return envelope(body).replace("<s:Body>", "<s:Header>" + header + more + "</s:Header><s:Body>");
    }

    @ParameterizedTest
    @ValueSource(strings = {V10, SUBMISSION})
    void shouldCallBackWhereTheRequestSays(String namespace) throws Exception {
        try (RelayFixture fixture = RelayFixture.posting("", "any");
                AnswerReceiver receiver = new AnswerReceiver()) {
            fixture.engine.deployer().deploy("Later", later());
            String order = "<l:order xmlns:l=\"urn:later\">tea</l:order>";
            HttpResponse<String> taken =
                    fixture.postTo("/processes/Later", addressed(namespace, receiver.url(), "", order));
            assertThat(taken.statusCode()).as(taken.body()).isEqualTo(202);
            String posted = receiver.next();
            assertThat(posted)
                    .startsWith("POST /box HTTP/1.1\r\n")
                    .contains("<wsa:To xmlns:wsa=\"" + namespace + "\">" + receiver.url() + "</wsa:To>")
                    .contains(">urn:later:Customer:bill</wsa:Action>")
                    .containsPattern(">urn:soabench:[0-9a-f-]{36}:\\d+:\\d+</wsa:MessageID>")
                    .contains(">urn:m:1</wsa:RelatesTo>")
                    .contains(">k:7</k:basket>")
                    .contains("xmlns:k=\"urn:k\"")
                    .contains(">tea</l:bill>");
            assertThat(posted.contains("IsReferenceParameter=\"true\"")).isEqualTo(namespace.equals(V10));
        }
    }

    @Test
    void shouldNotKnowTheSenderWhenTheRequestDoesNotSay() throws Exception {
        try (RelayFixture fixture = RelayFixture.document("")) {
            fixture.engine.deployer().deploy("Later", later());
            String order = "<l:order xmlns:l=\"urn:later\">tea</l:order>";
            for (String replyTo : new String[] {"", V10 + "/anonymous", V10 + "/none"}) {
                assertThat(fixture.postTo("/processes/Later", addressed(V10, replyTo, "", order))
                                .statusCode())
                        .isEqualTo(202);
            }
            // The invoke raises uninitializedPartnerRole.
            await(fixture, Counter.INSTANCES_FAULTED, 3);
            assertThat(fixture.engine.counters().value(Counter.CALLS_SENT)).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {V10, SUBMISSION})
    void shouldPostTheAnswerWhereTheRequestSays(String namespace) throws Exception {
        try (RelayFixture fixture = RelayFixture.posting(RawPartner.http("200 OK", envelope(RESULT)), "any");
                AnswerReceiver receiver = new AnswerReceiver()) {
            HttpResponse<String> taken = fixture.post(addressed(namespace, receiver.url(), "", NUMBER));
            assertThat(taken.statusCode()).as(taken.body()).isEqualTo(202);
            assertThat(taken.body()).isEmpty();
            assertThat(receiver.next())
                    .contains("SOAPAction: \"urn:fixture:wire:Numbers:twiceResponse\"\r\n")
                    .contains(">urn:fixture:wire:Numbers:twiceResponse</wsa:Action>")
                    .contains(">urn:m:1</wsa:RelatesTo>")
                    .contains(">k:7</k:basket>")
                    .containsPattern(">urn:soabench:[0-9a-f-]{36}:answer:1</wsa:MessageID>")
                    .contains(RESULT);
            assertThat(fixture.partner.received()).doesNotContain("wsa:");
        }
    }

    @Test
    void shouldPostTheFaultWhereFaultsGo() throws Exception {
        String odd = "<w:trouble xmlns:w=\"urn:fixture:wire\">13</w:trouble>";
        String fault = "<s:Fault><faultcode>s:Server</faultcode><faultstring>odd</faultstring><detail>" + odd
                + "</detail></s:Fault>";
        try (RelayFixture fixture = RelayFixture.posting(RawPartner.http("500 X", envelope(fault)), "any");
                AnswerReceiver answers = new AnswerReceiver();
                AnswerReceiver faults = new AnswerReceiver()) {
            String faultTo =
                    "<a:FaultTo xmlns:a=\"" + V10 + "\"><a:Address>" + faults.url() + "</a:Address></a:FaultTo>";
            assertThat(fixture.post(addressed(V10, answers.url(), faultTo, NUMBER))
                            .statusCode())
                    .isEqualTo(202);
            assertThat(faults.next())
                    .contains(">urn:fixture:wire:Numbers:twice:Fault:odd</wsa:Action>")
                    .contains(">urn:m:1</wsa:RelatesTo>")
                    .contains("<detail>" + odd + "</detail>");
            assertThat(answers.posted).isEmpty();
        }
    }

    @Test
    void shouldRelateTheAnswerWhenItGoesBackOnTheConnection() throws Exception {
        try (RelayFixture fixture = RelayFixture.document(RawPartner.http("200 OK", envelope(RESULT)))) {
            for (String replyTo : new String[] {"", V10 + "/anonymous"}) {
                HttpResponse<String> answer = fixture.post(addressed(V10, replyTo, "", NUMBER));
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.body())
                        .contains(">urn:m:1</wsa:RelatesTo>")
                        .contains(">urn:fixture:wire:Numbers:twiceResponse</wsa:Action>")
                        .contains(RESULT);
            }
        }
    }

    @Test
    void shouldDropTheAnswerWhenNobodyWantsIt() throws Exception {
        try (RelayFixture fixture = RelayFixture.document(RawPartner.http("200 OK", envelope(RESULT)))) {
            assertThat(fixture.post(addressed(V10, V10 + "/none", "", NUMBER)).statusCode())
                    .isEqualTo(202);
            await(fixture, Counter.INSTANCES_COMPLETED, 1);
            assertThat(fixture.engine.counters().value(Counter.CALLS_SENT)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " \n\thttp%s \r\n",
                "\nhttp%s",
                "http%s&#13;&#10;",
                "<!-- here: -->http%s ",
                "http%s?a=b&#x20;",
                "HTTP%s"
            })
    void shouldPostTheAnswerWhenWhiteSpaceStandsAroundTheAddress(String written) throws Exception {
        try (RelayFixture fixture = RelayFixture.posting(RawPartner.http("200 OK", envelope(RESULT)), "any");
                AnswerReceiver receiver = new AnswerReceiver()) {
            String address = written.formatted(receiver.url().substring("http".length()));
            HttpResponse<String> taken = fixture.post(addressed(V10, address, "", NUMBER));
            assertThat(taken.statusCode()).as(taken.body()).isEqualTo(202);
            String posted = receiver.next();
            assertThat(posted).startsWith("POST /box").contains(RESULT);
            assertThat(posted.contains("POST /box?a=b HTTP/1.1")).isEqualTo(written.contains("?a=b"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%s x",
                "%s\n  x",
                "http://127.0.0.1:99999/",
                "http://127.0.0.1:0/",
                "http:///box",
                "http://",
                "http://[::1/",
                "\u2003%s",
                "%s\u00a0",
                " \n "
            })
    void shouldTellClientWhenNothingCanBePostedToTheAddress(String written) throws Exception {
        try (RelayFixture fixture = RelayFixture.posting(RawPartner.http("200 OK", envelope(RESULT)), "any");
                AnswerReceiver receiver = new AnswerReceiver()) {
            String address = written.formatted(receiver.url());
            String faultTo = "<a:FaultTo xmlns:a=\"" + V10 + "\"><a:Address>" + address + "</a:Address></a:FaultTo>";
            for (String request :
                    new String[] {addressed(V10, address, "", NUMBER), addressed(V10, "", faultTo, NUMBER)}) {
                HttpResponse<String> answer = fixture.post(request);
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
                assertThat(answer.body())
                        .contains("InvalidAddressingHeader</faultcode>")
                        .containsPattern("'(ReplyTo|FaultTo)'");
            }
            assertThat(fixture.engine.counters().value(Counter.INSTANCES_STARTED))
                    .isZero();
            assertThat(receiver.posted).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://x/", "https:///x", "x", "urn:x"})
    void shouldTellClientWhenAnswerCannotGoThere(String replyTo) throws Exception {
        try (RelayFixture fixture = RelayFixture.posting(RawPartner.http("200 OK", envelope(RESULT)), "any")) {
            HttpResponse<String> answer = fixture.post(addressed(V10, replyTo, "", NUMBER));
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
            String twice = "<a:ReplyTo xmlns:a=\"" + V10 + "\"><a:Address>http://127.0.0.1:1/</a:Address></a:ReplyTo>";
            assertThat(fixture.post(addressed(V10, "http://127.0.0.1:1/", twice, NUMBER))
                            .body())
                    .contains("is there twice");
        }
    }

    @Test
    void shouldRefuseRequestWhenItsAnswerWouldGoWhereNobodyHasAllowedIt() throws Exception {
        try (AnswerReceiver elsewhere = new AnswerReceiver();
                RelayFixture fixture = RelayFixture.document(RawPartner.http("200 OK", envelope(RESULT)))) {
            String faultTo =
                    "<a:FaultTo xmlns:a=\"" + V10 + "\"><a:Address>" + elsewhere.url() + "</a:Address></a:FaultTo>";
            for (String request :
                    new String[] {addressed(V10, elsewhere.url(), "", NUMBER), addressed(V10, "", faultTo, NUMBER)}) {
                HttpResponse<String> answer = fixture.post(request);
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
                assertThat(answer.body())
                        .contains("The engine does not post to the address")
                        .contains("--reply-to");
            }
            HttpResponse<String> nowhere = fixture.post(addressed(V10, "http://127.0.0.1:99999/", "", NUMBER));
            assertThat(nowhere.statusCode()).isEqualTo(400);
            assertThat(nowhere.body()).contains("a port from 1 to 65535");
            fixture.engine.deployer().deploy("Later", later());
            String order = "<l:order xmlns:l=\"urn:later\">tea</l:order>";
            assertThat(fixture.postTo("/processes/Later", addressed(V10, elsewhere.url(), "", order))
                            .statusCode())
                    .isEqualTo(400);
            assertThat(fixture.engine.counters().value(Counter.INSTANCES_STARTED))
                    .isZero();
            assertThat(elsewhere.posted).isEmpty();
        }
    }

    @Test
    void shouldPostTheAnswerWhenItGoesToAPartnerTheEngineOrAnAllowedPlace() throws Exception {
        try (AnswerReceiver allowed = new AnswerReceiver();
                RelayFixture fixture = RelayFixture.posting(
                        RawPartner.http("200 OK", envelope(RESULT)),
                        allowed.url().replaceAll("http://(.*)/box", "$1"))) {
            assertThat(fixture.post(addressed(V10, allowed.url(), "", NUMBER)).statusCode())
                    .isEqualTo(202);
            assertThat(allowed.next()).contains(RESULT);
            for (String place : new String[] {
                "http://127.0.0.1:" + fixture.partner.port() + "/somewhere", fixture.engine.url() + "/processes/Relay"
            }) {
                assertThat(fixture.post(addressed(V10, place, "", NUMBER)).statusCode())
                        .as(place)
                        .isEqualTo(202);
            }
        }
    }

    private static final String TEXT = "text/xml; charset=utf-8";

    private static String withAction(String namespace, String action) {
        return addressed(namespace, "", "", NUMBER).replace(action(namespace, TWICE), action);
    }

    /** WS-Addressing 1.0 SOAP Binding, section 6.4.4; the submission of 2004, section 4.4. */
    @ParameterizedTest
    @ValueSource(strings = {V10, SUBMISSION})
    void shouldTellClientWhenTheOperationDoesNotHaveItsAction(String namespace) throws Exception {
        try (RelayFixture fixture = RelayFixture.document(RawPartner.http("200 OK", envelope(RESULT)))) {
            for (String action :
                    new String[] {"urn:other", "urn:fixture:wire:Numbers:thrice", "twice?", "urn:mytwice"}) {
                HttpResponse<String> answer = fixture.post(withAction(namespace, action(namespace, action)));
                assertThat(answer.statusCode()).as(action).isEqualTo(400);
                assertThat(answer.body())
                        .contains("<faultcode xmlns:flt=\"" + namespace + "\">flt:ActionNotSupported</faultcode>")
                        .contains("The operation 'twice' has no action '" + action
                                + "'; send 'urn:fixture:wire/twice' or '" + TWICE + "', or no header 'Action'.");
            }
            String soap12 = withAction(namespace, action(namespace, "urn:other"))
                    .replace("http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope");
            assertThat(fixture.post("application/soap+xml", "", soap12).body())
                    .contains(
                            "<soapenv:Value>soapenv:Sender</soapenv:Value><soapenv:Subcode><soapenv:Value xmlns:flt=\""
                                    + namespace + "\">flt:ActionNotSupported<");
            assertThat(fixture.engine.counters().value(Counter.INSTANCES_STARTED))
                    .isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "urn:fixture:wire/twice", " " + TWICE + "\n", "urn:elsewhere/twice", "twice"})
    void shouldTakeTheActionsOfTheOperationAndNone(String action) throws Exception {
        try (RelayFixture fixture = RelayFixture.document(RawPartner.http("200 OK", envelope(RESULT)))) {
            HttpResponse<String> answer = fixture.post(withAction(V10, action(V10, action)));
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(fixture.post(withAction(V10, "")).statusCode()).isEqualTo(200);
            String elsewhere = action(V10, "urn:other").replace("<a:Action", "<a:Action s:actor=\"urn:elsewhere\"");
            assertThat(fixture.post(withAction(V10, elsewhere)).statusCode()).isEqualTo(200);
        }
    }

    /** WS-Addressing 1.0 Metadata, section 4.4.1, and the default action by the name of the input (4.4.4). */
    @Test
    void shouldTakeTheActionThatThePortTypeGives() throws Exception {
        String given = WSDL.replace(
                "<operation name=\"order\"><input ",
                "<operation name=\"order\"><input xmlns:m=\"http://www.w3.org/2007/05/addressing/metadata\""
                        + " m:Action=\"urn:given\" name=\"tea\" ");
        Map<String, byte[]> entries = later();
        entries.put("later.wsdl", given.getBytes(StandardCharsets.UTF_8));
        String order = addressed(V10, "", "", "<l:order xmlns:l=\"urn:later\">tea</l:order>");
        try (RelayFixture fixture = RelayFixture.document("")) {
            fixture.engine.deployer().deploy("Later", entries);
            for (String action : new String[] {"urn:given", "urn:later:Shop:tea", "urn:later:Shop:order"}) {
                assertThat(fixture.postTo(
                                        "/processes/Later", order.replace(">urn:later:Shop:order<", ">" + action + "<"))
                                .statusCode())
                        .as(action)
                        .isEqualTo(202);
            }
            assertThat(fixture.postTo("/processes/Later", order.replace(">urn:later:Shop:order<", ">urn:later:Shop:x<"))
                            .body())
                    .contains("send 'urn:given' or 'urn:later:Shop:order' or 'urn:later:Shop:tea', or no header");
        }
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {"name='tea',urn:later:Customer:tea", "m:Action='urn:given',urn:given"})
    void shouldSendTheActionThatThePortTypeGives(String attribute, String action) throws Exception {
        Map<String, byte[]> entries = later();
        entries.put(
                "later.wsdl",
                WSDL.replace(
                                "<operation name=\"bill\"><input ",
                                "<operation name=\"bill\"><input xmlns:m=\"http://www.w3.org/2007/05/addressing/metadata\" "
                                        + attribute + " ")
                        .getBytes(StandardCharsets.UTF_8));
        try (RelayFixture fixture = RelayFixture.posting("", "any");
                AnswerReceiver receiver = new AnswerReceiver()) {
            fixture.engine.deployer().deploy("Later", entries);
            String order = "<l:order xmlns:l=\"urn:later\">tea</l:order>";
            assertThat(fixture.postTo("/processes/Later", addressed(V10, receiver.url(), "", order))
                            .statusCode())
                    .isEqualTo(202);
            assertThat(receiver.next()).contains(">" + action + "</wsa:Action>");
        }
    }

    /** Another document than those of the process may have the binding. */
    @Test
    void shouldTakeAnyActionWhenTheDocumentsGiveNone() throws Exception {
        String order = addressed(V10, "", "", "<l:order xmlns:l=\"urn:later\">tea</l:order>");
        try (RelayFixture fixture = RelayFixture.document("")) {
            fixture.engine.deployer().deploy("Later", later());
            assertThat(fixture.postTo("/processes/Later", order.replace(">urn:later:Shop:order<", ">urn:any<"))
                            .statusCode())
                    .isEqualTo(202);
        }
    }

    /** The action of SOAP is that of WS-Addressing, or empty (WS-Addressing 1.0 SOAP Binding, section 6.4.1.7). */
    @Test
    void shouldTellClientWhenItsTwoActionsDiffer() throws Exception {
        try (RelayFixture fixture = RelayFixture.document(RawPartner.http("200 OK", envelope(RESULT)))) {
            String request = addressed(V10, "", "", NUMBER);
            HttpResponse<String> answer = fixture.post(TEXT, "\"urn:fixture:wire/twice\"", request);
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body())
                    .contains("flt:InvalidAddressingHeader</faultcode>")
                    .contains("The header 'Action' is '" + TWICE
                            + "', but the action of SOAP is 'urn:fixture:wire/twice'; send the same twice");
            assertThat(fixture.post(TEXT, "\"" + TWICE + "\"", request).statusCode())
                    .isEqualTo(200);
            assertThat(fixture.post(TEXT, "", request).statusCode()).isEqualTo(200);
            // Without the header, SOAPAction is a hint.
            assertThat(fixture.post(TEXT, "\"urn:other\"", envelope(NUMBER)).statusCode())
                    .isEqualTo(200);
        }
    }
}
