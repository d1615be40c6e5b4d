package io.soabench.engine.server;

import static io.soabench.engine.server.EngineFixture.ASK;
import static io.soabench.engine.server.EngineFixture.RESPOND;
import static io.soabench.engine.server.EngineFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.soabench.contracts.source.Leniency;
import io.soabench.contracts.source.Problem;
import io.soabench.engine.server.deploy.RefusedDeploymentException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Parts of the language that need the whole engine: clocks, files of the archive, its own address, strictness. */
@Tag("it")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class LanguageIT {
    private static final String COUNT = set("$i + 1", "$i");
    private static final String STYLE_SHEET =
            "<xsl:stylesheet version=\"1.0\" xmlns:xsl=\"http://www.w3.org/1999/XSL/Transform\">"
                    + "<xsl:template match=\"/\"><x><xsl:value-of select=\"concat('made of ', *)\"/></x></xsl:template>"
                    + "</xsl:stylesheet>";

    private static String set(String from, String to) {
        return "<assign><copy><from>" + from + "</from><to>" + to + "</to></copy></assign>";
    }

    @ParameterizedTest
    @EnumSource(SchedulingPolicy.class)
    void shouldRunHandlersAndIsolatedScopesWhenPolicyDiffers(SchedulingPolicy policy) throws Exception {
        String isolated =
                "<scope isolated=\"yes\"><variables><variable name=\"n\" type=\"xsd:int\"/></variables><sequence>"
                        + set("$i + 1", "$n") + ASK + set("$n", "$i") + "</sequence></scope>";
        String alarm = "<scope><eventHandlers><onAlarm><for>'PT0.05S'</for><scope>" + COUNT
                + "</scope></onAlarm></eventHandlers><wait><for>'PT0.5S'</for></wait></scope>";
        String loop = "<forEach counterName=\"c\" parallel=\"yes\"><startCounterValue>1</startCounterValue>"
                + "<finalCounterValue>3</finalCounterValue><completionCondition><branches>1</branches></completionCondition>"
                + "<scope><if><condition>$c &gt; 1</condition><wait><for>'PT20S'</for></wait></if></scope></forEach>";
        try (EngineFixture fixture = new EngineFixture(EngineFixture.CONFIGURATION.withThreads(policy, 2, 2, 2))) {
            fixture.deploy(
                    "All", "<flow>" + isolated.repeat(4) + "</flow>" + alarm + loop + set("$i", "$response.body"));

            assertThat(fixture.post("All", request("x")).body()).contains(">5<");
        }
    }

    @Test
    void shouldUseFilesOfArchiveAndOwnAddressWhenDeployed() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            Map<String, byte[]> archive = fixture.archive(
                    "Files",
                    "<assign><copy><from>bpel:doXslTransform('made.xsl', $question)</from><to>$response.body</to></copy>"
                            + "<copy><from partnerLink=\"client\" endpointReference=\"myRole\"/><to>$own</to></copy>"
                            + "<copy><from>concat($response.body, ' at ', $own)</from><to>$response.body</to></copy></assign>");
            String bpel = new String(archive.get("Files.bpel"), StandardCharsets.UTF_8)
                    .replace(
                            "xmlns:c=",
                            "xmlns:bpel=\"http://docs.oasis-open.org/wsbpel/2.0/process/executable\" xmlns:c=")
                    .replace(
                            "<variable name=\"i\"", "<variable name=\"own\" type=\"xsd:string\"/><variable name=\"i\"");
            archive.put("Files.bpel", bpel.getBytes(StandardCharsets.UTF_8));
            archive.put("made.xsl", STYLE_SHEET.getBytes(StandardCharsets.UTF_8));
            fixture.engine.deployer().deploy("Files", archive);

            assertThat(fixture.post("Files", request("x")).body())
                    .contains("made of x at " + fixture.engine.url() + "/processes/Files");
        }
    }

    @Test
    void shouldDeployAndShowWsdlWhenLocationsAreHints() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            Map<String, byte[]> archive = fixture.archive("Hints", ASK + RESPOND);
            String bpel = new String(archive.get("Hints.bpel"), StandardCharsets.UTF_8)
                    .replace("location=\"client.wsdl\"", "location=\"../client.wsdl\"")
                    .replace("location=\"partner.wsdl\"", "location=\"../../wsdl/partner.wsdl\"");
            archive.put("Hints.bpel", bpel.getBytes(StandardCharsets.UTF_8));
            archive.put("others/partner.wsdl", archive.remove("partner.wsdl"));
            String client = new String(archive.get("client.wsdl"), StandardCharsets.UTF_8);
            archive.put(
                    "client.wsdl",
                    client.replaceFirst(
                                    "(?s)(<[\\w:]*definitions[^>]*>)",
                                    "$1<import xmlns=\"http://schemas.xmlsoap.org/wsdl/\" namespace=\"urn:fixture:partner\""
                                            + " location=\"../up/partner.wsdl\"/>")
                            .getBytes(StandardCharsets.UTF_8));
            fixture.engine.deployer().deploy("Hints", archive);

            assertThat(fixture.post("Hints", request("x")).body()).contains(">a-x<");
            String url = fixture.engine.url() + "/processes/Hints?resource=others%2Fpartner.wsdl";
            assertThat(fixture.get(fixture.engine.url() + "/processes/Hints?wsdl")
                            .body())
                    .contains("location=\"" + url + "\"");
            assertThat(fixture.get(url).body()).contains("urn:fixture:partner");
        }
    }

    @Test
    void shouldShowDocumentsThatTheContractRefersToWhateverTheirNames() throws Exception {
        EngineConfiguration lenient = EngineFixture.CONFIGURATION
                .but()
                .accepted(EnumSet.allOf(Leniency.class))
                .build();
        try (EngineFixture fixture = new EngineFixture(lenient)) {
            Map<String, byte[]> archive = fixture.archive("Named", ASK + RESPOND);
            String imports = Stream.of("partner.xml", "soabench-process.json", "Named.bpel", "../../etc/passwd")
                    .map(location ->
                            "<import xmlns=\"http://schemas.xmlsoap.org/wsdl/\" namespace=\"urn:fixture:partner\""
                                    + " location=\"" + location + "\"/>")
                    .collect(Collectors.joining());
            archive.put("partner.xml", archive.get("partner.wsdl"));
            archive.put(
                    "shown.wsdl",
                    ("<definitions xmlns=\"http://schemas.xmlsoap.org/wsdl/\" targetNamespace=\"urn:shown\">" + imports
                                    + "</definitions>")
                            .getBytes(StandardCharsets.UTF_8));
            fixture.engine.deployer().deploy("Named", archive);

            String url = fixture.engine.url() + "/processes/Named?resource=";
            assertThat(fixture.get(url + "shown.wsdl").body())
                    .contains("location=\"" + url + "partner.xml\"", "location=\"Named.bpel\"");
            assertThat(fixture.get(url + "partner.xml").body()).contains("urn:fixture:partner");
            for (String hidden :
                    List.of("soabench-process.json", "Named.bpel", "..%2F..%2Fetc%2Fpasswd", "%2Fetc%2Fpasswd")) {
                assertThat(fixture.get(url + hidden).statusCode()).as(hidden).isEqualTo(404);
            }
        }
    }

    @Test
    void shouldKnowAddressesInWsdlWhenPartnerLinkIsOnlyCopied() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            Map<String, byte[]> archive = fixture.archive(
                    "Copied",
                    "<assign><copy><from partnerLink=\"other\" endpointReference=\"partnerRole\"/>"
                            + "<to partnerLink=\"partner\"/></copy></assign>" + ASK + RESPOND);
            archive.remove("soabench-process.json");
            String wsdl = new String(archive.get("partner.wsdl"), StandardCharsets.UTF_8)
                    .replaceFirst("(?s)(PartnerPort.*?location=\")[^\"]*", "$1" + fixture.partner.url());
            archive.put("partner.wsdl", wsdl.getBytes(StandardCharsets.UTF_8));
            String bpel = new String(archive.get("Copied.bpel"), StandardCharsets.UTF_8)
                    .replace(
                            "</partnerLinks>",
                            "<partnerLink name=\"other\" partnerLinkType=\"c:Partner\" partnerRole=\"service\"/></partnerLinks>");
            archive.put("Copied.bpel", bpel.getBytes(StandardCharsets.UTF_8));
            fixture.engine.deployer().deploy("Copied", archive);

            assertThat(fixture.post("Copied", request("x")).body()).contains(">a-x<");
        }
    }

    @Test
    void shouldWarnWhenThePortOfAPartnerCannotBeCalled() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            Map<String, byte[]> archive = fixture.archive("Secure", ASK);
            archive.remove("soabench-process.json");
            String wsdl = new String(archive.get("partner.wsdl"), StandardCharsets.UTF_8);
            archive.put(
                    "partner.wsdl",
                    wsdl.replaceFirst("(?s)(PartnerPort.*?location=\")[^\"]*", "$1ftp://partner.example/quote")
                            .getBytes(StandardCharsets.UTF_8));

            List<Problem> warnings =
                    fixture.engine.deployer().deploy("Secure", archive).warnings();

            String why = "the partner's address 'ftp://partner.example/quote' is no http:// or https:// URL";
            assertThat(warnings).extracting(Problem::code).contains("ADDRESS");
            assertThat(warnings)
                    .extracting(Problem::message)
                    .contains("calls of partner link 'partner' will fail: " + why
                            + ", in 'partners' of soabench-process.json or in its WSDL");
            assertThat(fixture.post("Secure", request("x")).body()).contains("cannot be called: " + why + ".<");
        }
    }

    @Test
    void shouldCallThePortThatCanBeCalledWhenAnotherCannot() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            Map<String, byte[]> archive = fixture.archive("Both", ASK + RESPOND);
            archive.remove("soabench-process.json");
            String wsdl = new String(archive.get("partner.wsdl"), StandardCharsets.UTF_8);
            String port = wsdl.replaceFirst("(?s).*(<port name=\"PartnerPort\".*?</port>).*", "$1");
            archive.put(
                    "partner.wsdl",
                    wsdl.replace(
                                    port,
                                    port.replace("PartnerPort", "Secure")
                                                    .replaceFirst("location=\"[^\"]*", "location=\"ftp://h/")
                                            + port.replaceFirst(
                                                    "location=\"[^\"]*", "location=\"" + fixture.partner.url()))
                            .getBytes(StandardCharsets.UTF_8));

            assertThat(fixture.engine.deployer().deploy("Both", archive).warnings())
                    .noneMatch(warning -> warning.message().contains("'partner'"));
            assertThat(fixture.post("Both", request("x")).body()).contains(">a-x<");
        }
    }

    @Test
    void shouldRefuseWhenPartnerToBeInitialisedHasNoAddress() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            Map<String, byte[]> archive = fixture.archive("Nowhere", ASK + RESPOND);
            String wsdl = new String(archive.get("partner.wsdl"), StandardCharsets.UTF_8)
                    .replaceFirst("(?s)<service .*</service>", "");
            archive.put("partner.wsdl", wsdl.getBytes(StandardCharsets.UTF_8));
            String bpel = new String(archive.get("Nowhere.bpel"), StandardCharsets.UTF_8)
                    .replace("partnerRole=\"service\"/>", "partnerRole=\"service\" initializePartnerRole=\"yes\"/>");
            archive.put("Nowhere.bpel", bpel.getBytes(StandardCharsets.UTF_8));
            fixture.engine.deployer().deploy("Nowhere", archive);
            archive.remove("soabench-process.json");

            RefusedDeploymentException refused = Assertions.catchThrowableOfType(
                    RefusedDeploymentException.class,
                    () -> fixture.engine.deployer().deploy("Nowhere", archive));

            assertThat(refused.problems()).extracting(Problem::code).containsExactly("ADDRESS", "ADDRESS");
            assertThat(refused.problems().get(0).message()).contains("'partner'");
        }
    }

    @Test
    void shouldSendOneWayCallsAtOnceWhenPartnerIsSlowToAccept() throws Exception {
        String tell = "<invoke partnerLink=\"partner\" operation=\"tell\" inputVariable=\"question\"/>";
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.deploy("Telling", "<flow>" + tell.repeat(3) + "</flow>");
            CompletableFuture<HttpResponse<String>> answer = fixture.postLater("Telling", request("hold"));

            assertThat(fixture.partner.received(3)).isTrue();
            assertThat(answer).isNotDone();

            fixture.partner.held.release(3);
            assertThat(answer.get(120, TimeUnit.SECONDS).body()).contains(">none<");
        }
    }

    @Test
    void shouldRefuseProblemsWithFaultsOnlyWhenStrict() throws Exception {
        String broken = set("1 +", "$i") + ASK + RESPOND;
        try (EngineFixture strict = new EngineFixture(EngineFixture.CONFIGURATION.withStrictness(true))) {
            RefusedDeploymentException refused = Assertions.catchThrowableOfType(
                    RefusedDeploymentException.class, () -> strict.deploy("Broken", broken));
            assertThat(refused.problems()).hasSize(1);
        }
        try (EngineFixture fixture = new EngineFixture()) {
            HttpResponse<String> deployed =
                    fixture.admin("PUT", "/deployments/Broken", EngineFixture.zip(fixture.archive("Broken", broken)));

            assertThat(deployed.statusCode()).isEqualTo(201);
            assertThat(new ObjectMapper().readTree(deployed.body()).get("warnings"))
                    .singleElement()
                    .satisfies(warning -> {
                        assertThat(warning.get("code").textValue()).isEqualTo("XPATH-SYNTAX");
                        assertThat(warning.get("file").textValue()).isEqualTo("Broken.bpel");
                        assertThat(warning.get("line").intValue()).isPositive();
                        assertThat(warning.get("message").textValue()).contains("1 +");
                    });
            assertThat(fixture.post("Broken", request("x")).body()).contains("subLanguageExecutionFault");
        }
    }
}
