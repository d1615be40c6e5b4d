package io.soabench.engine.server;

import static io.soabench.engine.server.ScriptedPartner.envelope;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.Counter;
import java.net.http.HttpResponse;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts of simple types are checked on arrival, in requests and in answers, in both styles. */
@Tag("it")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class MessageCheckIT {
    private static final String TYPES =
            """
            <message name="number"><part name="value" type="xsd:int"/><part name="unit" type="xsd:string"/></message>
            <message name="result"><part name="value" type="xsd:int"/></message>
            <message name="trouble"><part name="value" element="w:trouble"/></message>""";
    private static final String RPC =
            """
            <binding name="NumbersSoap" type="w:Numbers">
              <soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
              <operation name="twice">
                <input><soap:body use="literal" namespace="urn:fixture:rpc"/></input>
                <output><soap:body use="literal" namespace="urn:fixture:rpc"/></output>
                <fault name="odd"><soap:fault name="odd" use="literal"/></fault>
              </operation>
            </binding>""";
    private static final String FAILED = "<copy><from>-1</from><to variable=\"result\" part=\"value\"/></copy>";

    private static String number(String content) {
        return envelope("<w:number xmlns:w=\"urn:fixture:wire\"" + content + "</w:number>");
    }

    private static String result(String content) {
        return RawPartner.http("200 OK", envelope("<w:result xmlns:w=\"urn:fixture:wire\"" + content + "</w:result>"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ">",
                ">x",
                ">1.0",
                ">0,0",
                ">2147483648",
                " a=\"\">5",
                "><w:x/>",
                ">5<w:x/>",
                ">5</w:result><w:result>5"
            })
    void shouldFailWhenAnswerIsNotOfItsType(String content) throws Exception {
        try (RelayFixture fixture = RelayFixture.document(result(content))) {
            assertThat(fixture.post(number(">5")).body()).contains(">-1<");
            assertThat(fixture.engine.counters().value(Counter.CALLS_FAILED)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {">7", "> 7\n", "><![CDATA[7]]>", "><!-- seven -->7", ">+0007"})
    void shouldGoOnWhenAnswerIsOfItsType(String content) throws Exception {
        try (RelayFixture fixture = RelayFixture.document(result(content))) {
            assertThat(fixture.post(number(">5")).body()).contains("7").doesNotContain("-1");
            assertThat(fixture.engine.counters().value(Counter.CALLS_ANSWERED)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ">",
                ">x",
                ">1.0",
                " a=\"\">5",
                "><w:x/>",
                ">5</w:number><w:number>5",
                ">5</w:number>text<w:number>"
            })
    void shouldTellClientWhenRequestIsNotOfItsType(String content) throws Exception {
        try (RelayFixture fixture = RelayFixture.document(result(">7"))) {
            HttpResponse<String> answer = fixture.post(number(content));
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
            assertThat(answer.body()).contains("<faultcode>soapenv:Client</faultcode>");
            assertThat(fixture.engine.counters().value(Counter.INSTANCES_STARTED))
                    .isZero();
            assertThat(fixture.partner.requests.get()).isZero();
        }
    }

    @Test
    void shouldCheckPartsWhenStyleIsRpc() throws Exception {
        String good = RawPartner.http(
                "200 OK",
                envelope("<r:twiceResponse xmlns:r=\"urn:fixture:rpc\"><value> 14 </value></r:twiceResponse>"));
        try (RelayFixture fixture = new RelayFixture(TYPES, RPC, FAILED, good)) {
            String call = "<r:twice xmlns:r=\"urn:fixture:rpc\">%s</r:twice>";
            assertThat(fixture.post(envelope(call.formatted("<value>7</value><unit>m</unit>")))
                            .body())
                    .contains("<value> 14 </value></ns:twiceResponse>");
            assertThat(fixture.partner.received())
                    .contains("<ns:twice xmlns:ns=\"urn:fixture:rpc\"><value>7</value><unit>m</unit></ns:twice>");
            for (String parts : new String[] {
                "<value>7</value>",
                "<value>x</value><unit>m</unit>",
                "<value>7</value><unit>m</unit><more/>",
                "<value>7</value><value>7</value><unit>m</unit>",
                "<value>7</value>and<unit>m</unit>",
                "<value>7</value><unit a=\"\">m</unit>"
            }) {
                HttpResponse<String> answer = fixture.post(envelope(call.formatted(parts)));
                assertThat(answer.statusCode()).as(parts).isEqualTo(400);
            }
        }
        String bad = RawPartner.http(
                "200 OK", envelope("<r:twiceResponse xmlns:r=\"urn:fixture:rpc\"><value>a</value></r:twiceResponse>"));
        try (RelayFixture fixture = new RelayFixture(TYPES, RPC, FAILED, bad)) {
            String call = "<r:twice xmlns:r=\"urn:fixture:rpc\"><value>7</value><unit>m</unit></r:twice>";
            assertThat(fixture.post(envelope(call)).body()).contains("<value>-1</value>");
        }
    }

    /**
     * A qualified name may have its prefix from the wrapper, the body or the envelope (XML Schema Part 2, section
     * 3.2.18).
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "<r:twice xmlns:r='urn:fixture:rpc' xmlns:q='urn:q'><value>q:name</value><unit>%s</unit></r:twice>",
                "<r:twice xmlns:r='urn:fixture:rpc'><value xmlns:q='urn:q'>q:name</value><unit>%s</unit></r:twice>",
                "<r:twice xmlns:r='urn:fixture:rpc' xmlns:q='urn:other'><value xmlns:q='urn:q'>q:name</value><unit>%s</unit></r:twice>"
            })
    void shouldKnowPrefixesOfWrapperWhenStyleIsRpc(String call) throws Exception {
        String types = TYPES.replace("type=\"xsd:int\"", "type=\"xsd:QName\"");
        String failed = "<copy><from><literal>failed</literal></from><to variable=\"result\" part=\"value\"/></copy>";
        String result = RawPartner.http(
                "200 OK",
                envelope(
                        "<r:twiceResponse xmlns:r='urn:fixture:rpc' xmlns:q='urn:q'><value>q:name</value></r:twiceResponse>"));
        try (RelayFixture fixture = new RelayFixture(types, RPC, failed, result)) {
            HttpResponse<String> answer = fixture.post(envelope(call.formatted("m")));

            assertThat(answer.body()).contains("<value xmlns:q=\"urn:q\">q:name</value>");
            assertThat(fixture.partner.received()).contains("<value xmlns:q=\"urn:q\">q:name</value>");
        }
    }
}
