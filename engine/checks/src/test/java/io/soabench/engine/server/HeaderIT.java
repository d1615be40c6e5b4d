package io.soabench.engine.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.server.deploy.RefusedDeploymentException;
import java.net.http.HttpResponse;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers: parts of messages in them, and headers that must be understood. */
@Tag("it")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class HeaderIT {
    private static final String MESSAGES =
            """
            <message name="number">
              <part name="ticket" element="w:ticket"/><part name="value" element="w:number"/>
            </message>
            <message name="result">
              <part name="value" element="w:result"/><part name="receipt" element="w:receipt"/>
            </message>
            <message name="trouble"><part name="value" element="w:trouble"/></message>""";
    private static final String BINDING =
            """
            <binding name="NumbersSoap" type="w:Numbers">
              <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
              <operation name="twice">
                <input>
                  <soap:header message="w:number" part="ticket" use="literal"/>
                  <soap:header message="w:trouble" part="value" use="literal"/>
                  <soap:body use="literal" parts="value"/>
                </input>
                <output>
                  <soap:body use="literal"/>
                  <soap:header message="w:result" part="receipt" use="literal"/>
                </output>
              </operation>
            </binding>""";
    private static final String FAILED = RelayFixture.FAILED
            + "<copy><from><literal><w:receipt>0</w:receipt></literal></from><to variable=\"result\" part=\"receipt\"/></copy>";
    private static final String TICKET = "<w:ticket xmlns:w=\"urn:fixture:wire\">t-1</w:ticket>";
    private static final String RECEIPT = "<w:receipt xmlns:w=\"urn:fixture:wire\">9</w:receipt>";
    private static final String NUMBER = "<w:number xmlns:w=\"urn:fixture:wire\">5</w:number>";
    private static final String RESULT = "<w:result xmlns:w=\"urn:fixture:wire\">10</w:result>";

    static String envelope(String header, String body) {
        return ScriptedPartner.envelope(body)
                .replace("<s:Body>", header.isEmpty() ? "<s:Body>" : "<s:Header>" + header + "</s:Header><s:Body>");
    }

    private static String answer(String header) {
        return RawPartner.http("200 OK", envelope(header, RESULT));
    }

    @Test
    void shouldCarryPartsInHeadersWhenBindingSaysSo() throws Exception {
        try (RelayFixture fixture =
                new RelayFixture(MESSAGES, BINDING, FAILED, answer("<o:o xmlns:o='urn:o'/>" + RECEIPT))) {
            String ticket = TICKET.replace("<w:ticket", "<w:ticket s:mustUnderstand=\"1\"");
            HttpResponse<String> answer = fixture.post(envelope(ticket, NUMBER));
            assertThat(answer.body())
                    .contains("<soapenv:Header><w:receipt xmlns:w=\"urn:fixture:wire\">9</w:receipt></soapenv:Header>")
                    .contains("<soapenv:Body><w:result xmlns:w=\"urn:fixture:wire\">10</w:result></soapenv:Body>");
            assertThat(fixture.partner.received())
                    .contains("<soapenv:Header><w:ticket xmlns:w=\"urn:fixture:wire\">t-1</w:ticket></soapenv:Header>")
                    .contains("<soapenv:Body><w:number xmlns:w=\"urn:fixture:wire\">5</w:number></soapenv:Body>");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<w:other xmlns:w=\"urn:fixture:wire\">9</w:other>",
                "<w:receipt xmlns:w=\"urn:fixture:wire\">nine</w:receipt>",
                "<w:receipt xmlns:w=\"urn:fixture:wire\" a=\"b\">9</w:receipt>",
                RECEIPT + "<x:x xmlns:x=\"urn:x\" s:mustUnderstand=\"1\"/>"
            })
    void shouldFailWhenAnswerHasNotTheHeadersExpected(String header) throws Exception {
        try (RelayFixture fixture = new RelayFixture(MESSAGES, BINDING, FAILED, answer(header))) {
            assertThat(fixture.post(envelope(TICKET, NUMBER)).body())
                    .contains(">-1<")
                    .contains(">0<");
            assertThat(fixture.engine.counters().value(Counter.CALLS_FAILED)).isEqualTo(1);
        }
    }

    /** A fault is a message like others, and must not be read without its headers (SOAP 1.1, section 4.2.3). */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<x:x xmlns:x='urn:x' s:mustUnderstand='1'/> | true",
                "<x:x xmlns:x='urn:x' s:mustUnderstand='1' s:actor='urn:somebody:else'/> | false",
                "<x:x xmlns:x='urn:x'/> | false"
            })
    void shouldFailWhenHeaderOfFaultMustBeUnderstood(String header, boolean failed) throws Exception {
        String fault = "<s:Fault><faultcode>s:Server</faultcode><faultstring>odd</faultstring><detail>"
                + "<w:trouble xmlns:w=\"urn:fixture:wire\">7</w:trouble></detail></s:Fault>";
        try (RelayFixture fixture =
                RelayFixture.document(RawPartner.http("500 Internal Server Error", envelope(header, fault)))) {
            HttpResponse<String> answer = fixture.post(envelope("", NUMBER));
            assertThat(answer.statusCode()).isEqualTo(failed ? 200 : 500);
            assertThat(answer.body()).contains(failed ? ">-1<" : ">7</w:trouble>");
        }
    }

    @Test
    void shouldTellClientWhenHeaderIsMissing() throws Exception {
        try (RelayFixture fixture = new RelayFixture(MESSAGES, BINDING, FAILED, answer(RECEIPT))) {
            HttpResponse<String> answer = fixture.post(envelope("", NUMBER));
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body()).contains("The header '{urn:fixture:wire}ticket' is missing.");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "s:mustUnderstand='1' | false",
                "s:mustUnderstand='true' | false",
                "s:mustUnderstand='1' s:actor='' | false",
                "s:mustUnderstand='1' s:actor='http://schemas.xmlsoap.org/soap/actor/next' | false",
                "s:mustUnderstand='1' s:actor='&#32;http://schemas.xmlsoap.org/soap/actor/next&#10;' | false",
                "s:mustUnderstand='1' s:actor='urn:somebody:else' | true",
                "s:mustUnderstand='0' | true",
                "mustUnderstand='1' | true"
            })
    void shouldUnderstandWhatItMust(String attributes, boolean taken) throws Exception {
        String result = RawPartner.http("200 OK", ScriptedPartner.envelope(RESULT));
        try (RelayFixture fixture = RelayFixture.document(result)) {
            String header = "<x:x xmlns:x=\"urn:x\" " + attributes + "/>";
            HttpResponse<String> answer = fixture.post(envelope(header, NUMBER));
            assertThat(answer.statusCode()).isEqualTo(taken ? 200 : 500);
            if (!taken) {
                assertThat(answer.body())
                        .contains("<faultcode>soapenv:MustUnderstand</faultcode>")
                        .contains("The header '{urn:x}x' is not understood here.");
            }
        }
    }

    @Test
    void shouldNameTheHeaderWhenSoap12MustBeUnderstood() throws Exception {
        String result = RawPartner.http("200 OK", ScriptedPartner.envelope(RESULT));
        try (RelayFixture fixture = RelayFixture.document(result)) {
            String request = envelope("<x:x xmlns:x=\"urn:x\" s:mustUnderstand=\"true\"/>", NUMBER)
                    .replace("http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope");
            HttpResponse<String> answer = fixture.post("application/soap+xml", "", request);
            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.body())
                    .contains("<soapenv:NotUnderstood xmlns:h=\"urn:x\" qname=\"h:x\"/></soapenv:Header>")
                    .contains("<soapenv:Value>soapenv:MustUnderstand</soapenv:Value>");
            assertThat(fixture.post(
                                    "application/soap+xml",
                                    "",
                                    request.replace(
                                            "s:mustUnderstand=\"true\"",
                                            "s:mustUnderstand=\"true\""
                                                    + " s:role=\"http://www.w3.org/2003/05/soap-envelope/role/none\""))
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void shouldSayWhichEnvelopesAreSpokenWhenVersionIsUnknown() throws Exception {
        try (RelayFixture fixture = RelayFixture.document("")) {
            String request =
                    ScriptedPartner.envelope(NUMBER).replace("http://schemas.xmlsoap.org/soap/envelope/", "urn:s");
            HttpResponse<String> answer = fixture.post("application/soap+xml", "", request);
            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.body())
                    .contains("<soapenv:Value>soapenv:VersionMismatch</soapenv:Value>")
                    .contains(
                            "<soapenv:Upgrade><soapenv:SupportedEnvelope xmlns:e=\"http://www.w3.org/2003/05/soap-envelope\"");
            assertThat(fixture.post(request).body()).contains("<faultcode>soapenv:VersionMismatch</faultcode>");
        }
    }

    @Test
    void shouldHaveNoValueWhenBindingDoesNotMentionThePart() throws Exception {
        String unbound = BINDING.replace("<soap:header message=\"w:number\" part=\"ticket\" use=\"literal\"/>", "")
                .replace("<soap:header message=\"w:result\" part=\"receipt\" use=\"literal\"/>", "")
                .replace(
                        "<output>\n      <soap:body use=\"literal\"/>",
                        "<output>\n      <soap:body use=\"literal\" parts=\"value\"/>");
        try (RelayFixture fixture = new RelayFixture(MESSAGES, unbound, FAILED, answer(""))) {
            HttpResponse<String> answer = fixture.post(envelope("", NUMBER));
            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.body()).contains("uninitializedVariable").contains("number.ticket");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "part=\"ticket\" use=\"literal\" | part=\"ticket\" use=\"encoded\" | SOAP encoding is not spoken here",
                "part=\"ticket\" use=\"literal\" | part=\"none\" use=\"literal\" | has no part 'none'",
                "parts=\"value\" | parts=\"value ticket\" | both in the SOAP body and in a header",
                "parts=\"value\" | parts=\"none\" | has no part 'none'",
                "<soap:body use=\"literal\"/> | <soap:body use=\"encoded\"/> | SOAP encoding is not spoken here"
            })
    void shouldRefuseBindingWhenItDoesNotFit(String from, String to, String sentence) throws Exception {
        String binding = BINDING.replace(from, to);
        assertThat(binding).isNotEqualTo(BINDING);
        assertThatThrownBy(() -> new RelayFixture(MESSAGES, binding, FAILED, answer("")).close())
                .isInstanceOfSatisfying(RefusedDeploymentException.class, refused -> assertThat(refused.problems())
                        .allMatch(problem -> problem.code().equals("BINDING") && problem.line() > 0)
                        .anyMatch(problem -> problem.message().contains(sentence)));
    }
}
