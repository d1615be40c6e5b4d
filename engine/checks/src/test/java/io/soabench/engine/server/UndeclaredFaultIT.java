package io.soabench.engine.server;

import static io.soabench.engine.server.EngineFixture.ASK;
import static io.soabench.engine.server.EngineFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The names by which a process can catch a SOAP fault that the partner's WSDL does not declare. */
@Tag("it")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class UndeclaredFaultIT {
    private static final String DETAIL = "<detail><o:Odd xmlns:o=\"urn:odd\">data</o:Odd></detail>";

    private static String fault(String kind) {
        return switch (kind) {
            case "detail" ->
                "<s:Fault><faultcode>s:Server</faultcode><faultstring>ouch</faultstring>" + DETAIL + "</s:Fault>";
            case "code" ->
                "<s:Fault><faultcode xmlns:o=\"urn:odd\">o:Odd</faultcode><faultstring>ouch</faultstring></s:Fault>";
            case "codeOfFault" ->
                "<s:Fault xmlns:o=\"urn:odd\"><faultcode>o:Odd</faultcode><faultstring>ouch</faultstring>"
                        + "<detail><x/></detail></s:Fault>";
            case "plain" -> "<s:Fault><faultcode>Server</faultcode><faultstring>ouch</faultstring></s:Fault>";
            default -> "<s:Fault><faultcode>o:Odd</faultcode><faultstring>ouch</faultstring></s:Fault>";
        };
    }

    private static String subcode() {
        return "<e:Envelope xmlns:e=\"http://www.w3.org/2003/05/soap-envelope\"><e:Body><e:Fault><e:Code>"
                + "<e:Value>e:Receiver</e:Value><e:Subcode><e:Value xmlns:o=\"urn:odd\">o:Odd</e:Value></e:Subcode>"
                + "</e:Code><e:Reason><e:Text xml:lang=\"en\">ouch</e:Text></e:Reason></e:Fault></e:Body></e:Envelope>";
    }

    private static String handler(String attributes, String text) {
        return "<catch " + attributes
                + " xmlns:f=\"http://soabench.io/engine/faults\" xmlns:o=\"urn:odd\"><assign><copy>" + "<from>'" + text
                + "'</from><to>$response.body</to></copy></assign></catch>";
    }

    private static String answer(String soap, String content) throws Exception {
        try (RawPartner partner = new RawPartner(RawPartner.http("500 Internal Server Error", soap), true);
                EngineFixture fixture = new EngineFixture()) {
            Map<String, byte[]> archive = fixture.archive("Odd", content);
            archive.put(
                    "soabench-process.json",
                    ("{\"partners\":{\"partner\":\"http://127.0.0.1:" + partner.port() + "/\"}}")
                            .getBytes(StandardCharsets.UTF_8));
            fixture.engine.deployer().deploy("Odd", archive);
            return fixture.post("Odd", request("x")).body();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "detail, named",
        "code, named",
        "codeOfFault, named",
        "subcode, named",
        "plain, failure",
        "unknownPrefix, failure"
    })
    void shouldBeCaughtByNameWhenFaultIsNotDeclared(String kind, String caught) throws Exception {
        String soap = kind.equals("subcode") ? subcode() : ScriptedPartner.envelope(fault(kind));
        String catching = "<scope><faultHandlers>" + handler("faultName=\"o:Odd\"", "named")
                + handler("faultName=\"f:partnerFailure\"", "failure") + "</faultHandlers>" + ASK + "</scope>";

        assertThat(answer(soap, catching)).contains(">" + caught + "<");
    }

    @Test
    void shouldSayWhatIsDeclaredWhenNobodyCatchesTheFault() throws Exception {
        assertThat(answer(ScriptedPartner.envelope(fault("detail")), ASK))
                .contains("fault '{urn:odd}Odd', which is none that it declares [refused]: ouch")
                .contains("xmlns:flt=\"urn:odd\">flt:Odd</faultcode>")
                .contains("<detail><o:Odd xmlns:o=\"urn:odd\">data</o:Odd></detail>");
    }
}
