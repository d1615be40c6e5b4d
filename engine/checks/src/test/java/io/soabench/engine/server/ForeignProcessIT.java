package io.soabench.engine.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.contracts.source.Leniency;
import io.soabench.contracts.source.Problem;
import io.soabench.engine.server.deploy.DeployedProcess;
import io.soabench.engine.server.deploy.RefusedDeploymentException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes written for other engines: their deployment, the warnings, and their answers. */
@Tag("it")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class ForeignProcessIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final EngineConfiguration STRICT = EngineFixture.CONFIGURATION;
    private static final EngineConfiguration LENIENT =
            STRICT.but().accepted(EnumSet.allOf(Leniency.class)).build();
    private static final String RECEIVE =
            "<receive partnerLink='me' operation='op' variable='in' createInstance='yes'/>";
    private static final String REPLY = "<reply partnerLink='me' operation='op' variable='out'/>";

    /** Returns a WSDL document whose port type {@code P} takes and gives typed parts, so that no binding means rpc. */
    private static String wsdl(String more) {
        return """
                <definitions targetNamespace="urn:f" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:f="urn:f"
                    xmlns:plnk="http://docs.oasis-open.org/wsbpel/2.0/plnktype" xmlns:xsd="http://www.w3.org/2001/XMLSchema"
                    xmlns:vprop="http://docs.oasis-open.org/wsbpel/2.0/varprop"
                    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/">
                  <types><xsd:schema targetNamespace="urn:f" elementFormDefault="qualified">
                    <xsd:element name="why" type="xsd:string"/>
                  </xsd:schema></types>
                  <message name="in"><part name="text" type="xsd:string"/><part name="number" type="xsd:int"/></message>
                  <message name="out"><part name="text" type="xsd:string"/></message>
                  <message name="nothing"/>
                  <message name="why"><part name="why" element="f:why"/></message>
                  <message name="pair"><part name="a" type="xsd:string"/><part name="b" type="xsd:string"/></message>
                  <portType name="P">
                    <operation name="op"><input message="f:in"/><output message="f:out"/>
                      <fault name="first" message="f:why"/><fault name="second" message="f:why"/></operation>
                    <operation name="more"><input message="f:in"/><output message="f:out"/></operation>
                    <operation name="quiet"><input message="f:nothing"/><output message="f:out"/></operation>
                  </portType>
                  %s
                  <plnk:partnerLinkType name="L"><plnk:role name="r" portType="f:P"/></plnk:partnerLinkType>
                  <vprop:property name="key" type="xsd:string"/>
                  <vprop:propertyAlias propertyName="f:key" messageType="f:in" part="text"/>
                </definitions>"""
                .formatted(more);
    }

    private static String bpel(String attributes, String links, String content) {
        return """
                <process name="F" targetNamespace="urn:f:process" xmlns="http://docs.oasis-open.org/wsbpel/2.0/process/executable"
                    xmlns:bpel="http://docs.oasis-open.org/wsbpel/2.0/process/executable" xmlns:f="urn:f"
                    xmlns:ode="http://www.apache.org/ode/type/extension" xmlns:xsd="http://www.w3.org/2001/XMLSchema" %s>
                  <import namespace="urn:f" location="f.wsdl" importType="http://schemas.xmlsoap.org/wsdl/"/>
                  <partnerLinks><partnerLink name="me" partnerLinkType="f:L" myRole="r"/>%s</partnerLinks>
                  <variables><variable name="in" messageType="f:in"/><variable name="out" messageType="f:out"/>
                    <variable name="why" messageType="f:why"/><variable name="nothing" messageType="f:nothing"/>
                    <variable name="pair" messageType="f:pair"/></variables>
                  %s
                </process>"""
                .formatted(attributes, links, content);
    }

    private static Map<String, byte[]> archive(String wsdl, String bpel) {
        Map<String, byte[]> entries = new TreeMap<>();
        entries.put("f.wsdl", wsdl.getBytes(StandardCharsets.UTF_8));
        entries.put("f.bpel", bpel.getBytes(StandardCharsets.UTF_8));
        return entries;
    }

    private static Map<String, byte[]> at(String path, Map<String, byte[]> archive) {
        archive.put(
                "soabench-process.json",
                ("{\"service\":{\"path\":\"" + path + "\"}}").getBytes(StandardCharsets.UTF_8));
        return archive;
    }

    private static String sequence(String content) {
        return "<sequence>" + RECEIVE + content + REPLY + "</sequence>";
    }

    private static String out(String expression) {
        return "<assign><copy><from>" + expression + "</from><to variable='out' part='text'/></copy></assign>";
    }

    private static String call(String operation, String text, String number) {
        return ScriptedPartner.envelope("<f:" + operation + " xmlns:f=\"urn:f\"><text>" + text + "</text><number>"
                + number + "</number></f:" + operation + ">");
    }

    private static HttpRequest post(String url, String body) {
        return HttpRequest.newBuilder(URI.create(url))
                .timeout(PATIENCE)
                .header("Content-Type", "text/xml; charset=utf-8")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private static String send(String url, String body) throws IOException, InterruptedException {
        return CLIENT.send(post(url, body), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static CompletableFuture<String> sendLater(String url, String body) {
        return CLIENT.sendAsync(post(url, body), HttpResponse.BodyHandlers.ofString())
                .thenApply(HttpResponse::body);
    }

    private static List<Problem> refused(EngineFixture fixture, Map<String, byte[]> archive) {
        RefusedDeploymentException[] refused = new RefusedDeploymentException[1];
        assertThatThrownBy(() -> fixture.engine.deployer().deploy("F", archive))
                .isInstanceOfSatisfying(RefusedDeploymentException.class, e -> refused[0] = e);
        return refused[0].problems();
    }

    @Test
    void shouldAnswerInXPathTwoAndXQueryWithExtensions() throws Exception {
        String second = "expressionLanguage='urn:oasis:names:tc:wsbpel:2.0:sublang:xpath2.0'";
        String query = "<assign><copy><from expressionLanguage='urn:oasis:names:tc:wsbpel:2.0:sublang:xquery1.0'>"
                + "let $n := $in.number return concat($out.text, ' ', $n * 2)</from><to variable='out' part='text'/></copy></assign>";
        String loop = "<while><condition>$in.number lt 5</condition><assign><copy><from>$in.number + 1</from>"
                + "<to variable='in' part='number'/></copy></assign></while>";
        try (EngineFixture fixture = new EngineFixture(STRICT)) {
            fixture.engine
                    .deployer()
                    .deploy(
                            "F",
                            archive(
                                    wsdl(""),
                                    bpel(
                                            second,
                                            "",
                                            sequence(loop
                                                    + out("if (string-length($in.text) gt 2) then upper-case($in.text)"
                                                            + " else concat('short:', $ode:pid)")
                                                    + query))));
            String url = fixture.engine.url() + "/processes/F";

            assertThat(send(url, call("op", "hello", "1"))).contains("<text>HELLO 10</text>");
            // The number of the instance, which no other one has.
            long first = instanceIn(send(url, call("op", "x", "7")));
            assertThat(instanceIn(send(url, call("op", "x", "7")))).isGreaterThan(first);
        }
    }

    private static long instanceIn(String answer) {
        assertThat(answer).containsPattern("<text>short:\\d+ 14</text>");
        return Long.parseLong(answer.replaceFirst("(?s).*<text>short:(\\d+) 14</text>.*", "$1"));
    }

    @Test
    void shouldReadPropertiesWithoutTypesOnlyWhenAccepted() throws Exception {
        String property = "<vprop:property name='yes' type='xsd:boolean'/>"
                + "<vprop:propertyAlias propertyName='f:yes' messageType='f:in' part='text'/>";
        String second = "expressionLanguage='urn:oasis:names:tc:wsbpel:2.0:sublang:xpath2.0'";
        String third = "expressionLanguage='urn:oasis:names:tc:wsbpel:2.0:sublang:xquery1.0'";
        for (String expression : List.of(
                "if (bpel:getVariableProperty('in', 'f:yes') = 'yes') then 'agreed' else 'not'",
                "if (('yes', 'no')[1] = bpel:getVariableProperty('in', 'f:yes')) then 'agreed' else 'not'")) {
            for (String language : List.of(second, third)) {
                Map<String, byte[]> archive = archive(wsdl(property), bpel(language, "", sequence(out(expression))));
                try (EngineFixture fixture = new EngineFixture(STRICT)) {
                    DeployedProcess deployed = fixture.engine.deployer().deploy("F", archive);
                    assertThat(send(deployed.url(), call("op", "yes", "1"))).contains("subLanguageExecutionFault");
                }
                try (EngineFixture fixture = new EngineFixture(STRICT.but()
                        .accepted(Set.of(Leniency.UNTYPED_PROPERTIES))
                        .build())) {
                    DeployedProcess deployed = fixture.engine.deployer().deploy("F", archive);
                    assertThat(send(deployed.url(), call("op", "yes", "1"))).contains("<text>agreed</text>");
                    assertThat(send(deployed.url(), call("op", "no", "1"))).contains("<text>not</text>");
                }
            }
        }
    }

    @Test
    void shouldSkipCopiesOfUnassignedPartsOnlyWhenAccepted() throws Exception {
        String from = "<assign>" + "<copy><from>'kept'</from><to variable='out' part='text'/></copy>"
                + "<copy><from>'a'</from><to variable='pair' part='a'/></copy>"
                + "<copy>%s<to variable='out' part='text'/></copy></assign>";
        EngineConfiguration skipping =
                STRICT.but().accepted(Set.of(Leniency.UNASSIGNED_PARTS)).build();
        for (String unassigned : List.of("<from variable='pair' part='b'/>", "<from>$pair.b</from>")) {
            Map<String, byte[]> archive = archive(wsdl(""), bpel("", "", sequence(from.formatted(unassigned))));
            try (EngineFixture fixture = new EngineFixture(STRICT)) {
                DeployedProcess deployed = fixture.engine.deployer().deploy("F", archive);
                assertThat(send(deployed.url(), call("op", "x", "1"))).contains("uninitializedVariable");
            }
            try (EngineFixture fixture = new EngineFixture(skipping)) {
                DeployedProcess deployed = fixture.engine.deployer().deploy("F", archive);
                assertThat(send(deployed.url(), call("op", "x", "1"))).contains("<text>kept</text>");
                Map<String, byte[]> assigned = archive(
                        wsdl(""),
                        bpel(
                                "",
                                "",
                                sequence(from.formatted(
                                        unassigned.replace(".b", ".a").replace("'b'", "'a'")))));
                DeployedProcess other = fixture.engine.deployer().deploy("G", at("/processes/G", assigned));
                assertThat(send(other.url(), call("op", "x", "1"))).contains("<text>a</text>");
            }
        }
        try (EngineFixture fixture = new EngineFixture(skipping)) {
            Map<String, byte[]> more =
                    archive(wsdl(""), bpel("", "", sequence(from.formatted("<from>concat($pair.b, 'x')</from>"))));
            DeployedProcess deployed = fixture.engine.deployer().deploy("F", more);
            assertThat(send(deployed.url(), call("op", "x", "1"))).contains("uninitializedVariable");
        }
    }

    @Test
    void shouldTakeTheBranchThatTheActionNamesWhenElementsAreTheSame() throws Exception {
        String port =
                "<portType name='Q'><operation name='first'><input message='f:why'/><output message='f:why'/></operation>"
                        + "<operation name='second'><input message='f:why'/><output message='f:why'/></operation></portType>"
                        + "<plnk:partnerLinkType name='M'><plnk:role name='r' portType='f:Q'/></plnk:partnerLinkType>";
        String branch = "<onMessage partnerLink='q' operation='%1$s' variable='why'><sequence><assign><copy>"
                + "<from>'by %1$s'</from><to>$why.why</to></copy></assign>"
                + "<reply partnerLink='q' operation='%1$s' variable='why'/></sequence></onMessage>";
        String pick =
                "<pick createInstance='yes'>" + branch.formatted("first") + branch.formatted("second") + "</pick>";
        try (EngineFixture fixture = new EngineFixture(STRICT)) {
            DeployedProcess deployed = fixture.engine
                    .deployer()
                    .deploy(
                            "F",
                            archive(
                                    wsdl(port),
                                    bpel("", "<partnerLink name='q' partnerLinkType='f:M' myRole='r'/>", pick)));
            Map<String, String> actions = new TreeMap<>(Map.of(
                    "second", "by second",
                    "urn:f:Q:second", "by second",
                    "urn:f:Q:secondRequest", "by second",
                    "http://f/second", "by second",
                    "http://f#first", "by first",
                    "split-second", "by first",
                    "", "by first"));
            for (Map.Entry<String, String> action : actions.entrySet()) {
                HttpRequest request = HttpRequest.newBuilder(URI.create(deployed.url()))
                        .timeout(PATIENCE)
                        .header("Content-Type", "text/xml; charset=utf-8")
                        .header("SOAPAction", '"' + action.getKey() + '"')
                        .POST(HttpRequest.BodyPublishers.ofString(
                                ScriptedPartner.envelope("<f:why xmlns:f=\"urn:f\">x</f:why>")))
                        .build();
                assertThat(CLIENT.send(request, HttpResponse.BodyHandlers.ofString())
                                .body())
                        .as(action.getKey())
                        .contains(action.getValue());
            }
        }
    }

    @Test
    void shouldDeployWithWarningsWhenAskedTo() throws Exception {
        String loose = bpel(
                "suppressJoinFailure='true'",
                "<partnerLink name='other' partnerLinkType='f:L' partnerRole='r' initializePartnerRole='yes'/>",
                "<sequence>" + RECEIVE.replace("/>", " messageExchange='x'/>") + out("'fine'")
                        + "<if><empty/><condition>$in.number > 1</condition></if>"
                        + REPLY.replace("/>", " messageExchange='x'/>") + "</sequence>");
        List<String> words = List.of("boolean-words", "undeclared-exchanges", "child-order");
        try (EngineFixture fixture = new EngineFixture(STRICT)) {
            List<Problem> problems = refused(fixture, archive(wsdl(""), loose));
            assertThat(words).allSatisfy(word -> assertThat(problems)
                    .anyMatch(problem -> problem.message().contains("accept '" + word + "'")));
        }
        EngineConfiguration notAll =
                STRICT.but().accepted(Leniency.read(String.join(",", words))).build();
        try (EngineFixture fixture = new EngineFixture(notAll)) {
            assertThat(refused(fixture, archive(wsdl(""), loose)))
                    .singleElement()
                    .satisfies(problem -> {
                        assertThat(problem.code()).isEqualTo("ADDRESS");
                        assertThat(problem.message()).contains("accept 'missing-addresses'");
                    });
        }
        try (EngineFixture fixture = new EngineFixture(LENIENT)) {
            DeployedProcess deployed = fixture.engine.deployer().deploy("F", archive(wsdl(""), loose));

            assertThat(deployed.warnings())
                    .extracting(Problem::code)
                    .contains("BPEL-VALUE", "SA00061", "BPEL-CONTENT", "ADDRESS");
            assertThat(send(deployed.url(), call("op", "a", "1"))).contains("<text>fine</text>");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"process-property", "domToString"})
    void shouldNameExtensionsThatAreNotKnown(String function) throws Exception {
        try (EngineFixture fixture = new EngineFixture(LENIENT)) {
            assertThat(refused(
                            fixture, archive(wsdl(""), bpel("", "", sequence(out("ode:" + function + "($in.text)"))))))
                    .anySatisfy(problem -> assertThat(problem.message())
                            .contains("'" + function + "'", "of its functions there are", "'combineUrl'"));
        }
    }

    private static final String DOCUMENT_STYLE =
            """
            <binding name="B" type="f:P" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/">
              <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
              <operation name="op"><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output>
                <fault name="first"><soap:fault name="first" use="literal"/></fault>
                <fault name="second"><soap:fault name="second" use="literal"/></fault></operation>
            </binding>
            """;

    private static String parts(String... elements) {
        return ScriptedPartner.envelope(String.join("", elements));
    }

    @Test
    void shouldTakePartsSideBySideInDocumentStyleWhenAskedTo() throws Exception {
        Map<String, byte[]> answers =
                archive(wsdl(DOCUMENT_STYLE), bpel("", "", sequence(out("concat($in.text, ' ', $in.number + 1)"))));
        String asks = bpel(
                "",
                "<partnerLink name='other' partnerLinkType='f:L' partnerRole='r'/>",
                sequence("<invoke partnerLink='other' operation='op' inputVariable='in' outputVariable='out'/>"));
        try (EngineFixture fixture = new EngineFixture(STRICT)) {
            assertThat(refused(fixture, answers))
                    .extracting(Problem::message)
                    .anyMatch(message -> message.startsWith("message 'in' has 2 parts in document style")
                            && message.contains("accept 'document-parts'"))
                    .anyMatch(message -> message.startsWith("message 'out' has a part of a type in document style")
                            && message.contains("accept 'document-parts'"));
        }
        try (EngineFixture fixture = new EngineFixture(LENIENT)) {
            String url = fixture.engine
                    .deployer()
                    .deploy("answers", at("/processes/A", answers))
                    .url();
            Map<String, byte[]> asking = archive(wsdl(DOCUMENT_STYLE), asks);
            asking.put(
                    "soabench-process.json",
                    ("{\"partners\":{\"other\":\"" + url + "\"}}").getBytes(StandardCharsets.UTF_8));
            DeployedProcess deployed = fixture.engine.deployer().deploy("asks", asking);

            assertThat(deployed.warnings())
                    .anySatisfy(warning -> assertThat(warning.message()).endsWith("accepted as 'document-parts'"));
            assertThat(send(url, parts("<text>a</text>", "<number>1</number>")))
                    .contains("Body><text>a 2</text></soapenv:Body>");
            assertThat(send(deployed.url(), parts("<text>b</text>", "<number>2</number>")))
                    .contains("Body><text>b 3</text></soapenv:Body>");
            assertThat(send(url, parts("<text>a</text>")))
                    .contains("as element 2, but holds nothing there")
                    .contains("Fault");
            assertThat(send(url, parts("<text>a</text>", "<x xmlns='urn:x'/>", "<number>1</number>")))
                    .contains("as element 2, but holds");
            assertThat(send(url, parts("<text>a</text>", "<number>1</number>", "<x/>")))
                    .contains("after the last part");
            assertThat(send(url, parts("<text>a</text>", "<number>one</number>")))
                    .contains("Fault");
            assertThat(fixture.get(url + "?wsdl").body()).contains("style=\"document\"");
        }
    }

    /** By WSDL 1.1, section 3.6, a fault has one part. */
    @Test
    void shouldTakeFaultsOfSeveralPartsWhenAskedTo() throws Exception {
        String wsdl = wsdl("").replace(
                        "<fault name=\"second\" message=\"f:why\"/>", "<fault name=\"second\" message=\"f:pair\"/>");
        String thrower = bpel(
                "",
                "",
                sequence("<assign><copy><from>$in.text</from><to variable='pair' part='a'/></copy>"
                        + "<copy><from>$in.number</from><to variable='pair' part='b'/></copy></assign>"
                        + "<if><condition>$in.number = 1</condition>"
                        + "<throw faultName='f:second' faultVariable='pair'/><else><sequence>"
                        + "<reply partnerLink='me' operation='op' faultName='f:second' variable='pair'/><exit/>"
                        + "</sequence></else></if>"));
        String catcher = bpel(
                "",
                "<partnerLink name='other' partnerLinkType='f:L' partnerRole='r'/>",
                sequence(
                        "<scope><faultHandlers><catch faultName='f:first'>" + out("'first'") + "</catch>"
                                + "<catch faultName='f:second' faultVariable='w' faultMessageType='f:pair'>"
                                + out("concat($w.b, ' ', $w.a)") + "</catch></faultHandlers>"
                                + "<invoke partnerLink='other' operation='op' inputVariable='in' outputVariable='out'/></scope>"));
        try (EngineFixture fixture = new EngineFixture(LENIENT)) {
            DeployedProcess thrown =
                    fixture.engine.deployer().deploy("thrower", at("/processes/T", archive(wsdl, thrower)));
            Map<String, byte[]> archive = archive(wsdl, catcher);
            archive.put(
                    "soabench-process.json",
                    ("{\"partners\":{\"other\":\"" + thrown.url() + "\"}}").getBytes(StandardCharsets.UTF_8));
            DeployedProcess caught = fixture.engine.deployer().deploy("catcher", archive);

            assertThat(thrown.warnings())
                    .anySatisfy(warning -> assertThat(warning.message()).endsWith("accepted as 'document-parts'"));
            assertThat(send(thrown.url(), call("op", "thrown", "1")))
                    .contains(">flt:second</faultcode>", "<detail><a>thrown</a><b>1</b></detail>");
            assertThat(send(caught.url(), call("op", "thrown", "1"))).contains("<text>1 thrown</text>");
            assertThat(send(caught.url(), call("op", "replied", "2"))).contains("<text>2 replied</text>");
        }
    }

    @Test
    void shouldTellFaultsOfOneMessageApartBetweenProcesses() throws Exception {
        String thrower = bpel(
                "",
                "",
                "<sequence>" + RECEIVE
                        + "<assign><copy><from><literal><f:why>because</f:why></literal></from><to variable='why' part='why'/></copy></assign>"
                        + "<if><condition>$in.text = 'first'</condition>"
                        + "<reply partnerLink='me' operation='op' faultName='f:first' variable='why'/>"
                        + "<else><reply partnerLink='me' operation='op' faultName='f:second' variable='why'/></else></if></sequence>");
        String catcher = bpel(
                "",
                "<partnerLink name='other' partnerLinkType='f:L' partnerRole='r'/>",
                sequence(
                        "<scope><faultHandlers>"
                                + "<catch faultName='f:first' faultVariable='w' faultMessageType='f:why'>"
                                + out("concat('first ', $w.why)") + "</catch>"
                                + "<catch faultName='f:second' faultVariable='w' faultMessageType='f:why'>"
                                + out("concat('second ', $w.why)") + "</catch></faultHandlers>"
                                + "<invoke partnerLink='other' operation='op' inputVariable='in' outputVariable='out'/></scope>"));
        try (EngineFixture fixture = new EngineFixture(STRICT)) {
            DeployedProcess thrown =
                    fixture.engine.deployer().deploy("thrower", at("/processes/T", archive(wsdl(""), thrower)));
            Map<String, byte[]> archive = archive(wsdl(""), catcher);
            archive.put(
                    "soabench-process.json",
                    ("{\"partners\":{\"other\":\"" + thrown.url() + "\"}}").getBytes(StandardCharsets.UTF_8));
            DeployedProcess caught = fixture.engine.deployer().deploy("catcher", archive);

            assertThat(send(caught.url(), call("op", "second", "1"))).contains("<text>second because</text>");
            assertThat(send(caught.url(), call("op", "first", "1"))).contains("<text>first because</text>");
        }
    }

    @Test
    void shouldOfferPartnerLinksApartWhenTheirMessagesLookAlike() throws Exception {
        String both = bpel(
                "",
                "<partnerLink name='too' partnerLinkType='f:L' myRole='r'/>",
                "<pick createInstance='yes'>"
                        + "<onMessage partnerLink='me' operation='op' variable='in'><sequence>" + out("'me'") + REPLY
                        + "</sequence></onMessage>"
                        + "<onMessage partnerLink='too' operation='op' variable='in'><sequence>"
                        + "<assign><copy><from partnerLink='too' endpointReference='myRole'/><to variable='out' part='text'/></copy></assign>"
                        + REPLY.replace("'me'", "'too'") + "</sequence></onMessage></pick>");
        try (EngineFixture fixture = new EngineFixture(STRICT)) {
            DeployedProcess deployed = fixture.engine.deployer().deploy("F", archive(wsdl(""), both));
            String url = deployed.url();

            assertThat(deployed.operations()).extracting(deployed::url).containsExactly(url, url + "/too");
            assertThat(send(url, call("op", "a", "1"))).contains("<text>me</text>");
            assertThat(send(url + "/too", call("op", "a", "1"))).contains("<text>" + url + "/too</text>");
            assertThat(fixture.get(url + "/too?wsdl").body()).contains("location=\"" + url + "/too\"");
            assertThat(fixture.engine.deployer().undeploy("F")).isTrue();
            assertThat(fixture.get(url + "/too?wsdl").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void shouldReachInstancesOfOlderVersions() throws Exception {
        String sets = "<correlationSets><correlationSet name='key' properties='f:key'/></correlationSets>";
        String correlated = "<correlations><correlation set='key' initiate='%s'/></correlations>";
        String version = sets + "<sequence><receive partnerLink='me' operation='op' variable='in' createInstance='yes'>"
                + correlated.formatted("yes") + "</receive><receive partnerLink='me' operation='more' variable='in'>"
                + correlated.formatted("no") + "</receive>" + out("'%s'")
                + REPLY.replace("'op'", "'more'") + REPLY + "</sequence>";
        try (EngineFixture fixture = new EngineFixture(STRICT)) {
            String url = fixture.engine
                    .deployer()
                    .deploy("F", archive(wsdl(""), bpel("", "", version.formatted("one"))))
                    .url();
            CompletableFuture<String> first = sendLater(url, call("op", "a", "1"));
            awaitRunning(fixture, 1);
            fixture.engine.deployer().deploy("F", archive(wsdl(""), bpel("", "", version.formatted("two"))));
            CompletableFuture<String> second = sendLater(url, call("op", "b", "1"));
            awaitRunning(fixture, 2);
            fixture.engine.deployer().deploy("F", archive(wsdl(""), bpel("", "", version.formatted("three"))));

            assertThat(untilTaken(url, call("more", "a", "1"))).contains("<text>one</text>");
            assertThat(first.get(120, TimeUnit.SECONDS)).contains("<text>one</text>");
            assertThat(untilTaken(url, call("more", "b", "1"))).contains("<text>two</text>");
            assertThat(second.get(120, TimeUnit.SECONDS)).contains("<text>two</text>");
            assertThat(send(url, call("more", "a", "1"))).contains("correlationViolation");
        }
    }

    /** Sends a message until its instance has reported the message that it waits for. */
    private static String untilTaken(String url, String body) throws IOException, InterruptedException {
        String answer = send(url, body);
        while (answer.contains("correlationViolation")) {
            answer = send(url, body);
        }
        return answer;
    }

    private static void awaitRunning(EngineFixture fixture, long started) {
        while (fixture.engine.counters().value(io.soabench.engine.runtime.kernel.Counter.INSTANCES_STARTED) < started) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldSendMessagesWithoutPartsWithoutAssigningThem() throws Exception {
        String asks = bpel(
                "",
                "<partnerLink name='other' partnerLinkType='f:L' partnerRole='r'/>",
                sequence(
                        "<invoke partnerLink='other' operation='quiet' inputVariable='nothing' outputVariable='out'/>"));
        String answers = bpel(
                "",
                "",
                "<sequence><receive partnerLink='me' operation='quiet' createInstance='yes'/>" + out("'silence'")
                        + REPLY.replace("'op'", "'quiet'") + "</sequence>");
        try (EngineFixture fixture = new EngineFixture(STRICT)) {
            String other = fixture.engine
                    .deployer()
                    .deploy("quiet", at("/processes/Q", archive(wsdl(""), answers)))
                    .url();
            Map<String, byte[]> archive = archive(wsdl(""), asks);
            archive.put(
                    "soabench-process.json",
                    ("{\"partners\":{\"other\":\"" + other + "\"}}").getBytes(StandardCharsets.UTF_8));
            String url = fixture.engine.deployer().deploy("asks", archive).url();

            assertThat(send(url, call("op", "a", "1"))).contains("<text>silence</text>");
        }
    }

    @Test
    void shouldRefuseFaultsOfSeveralPartsAndPartnersWithoutSoap() throws Exception {
        String pair = wsdl("").replace(
                        "<fault name=\"second\" message=\"f:why\"/>", "<fault name=\"second\" message=\"f:pair\"/>");
        String http = wsdl(
                "<binding name='B' type='f:P'><http:binding verb='GET'/><operation name='op'>"
                        + "<http:operation location='o'/><input/><output/></operation></binding>"
                        + "<service name='S'><port name='p' binding='f:B'><http:address location='http://127.0.0.1:9/'/></port></service>");
        String calls = bpel(
                "",
                "<partnerLink name='other' partnerLinkType='f:L' partnerRole='r'/>",
                sequence("<invoke partnerLink='other' operation='op' inputVariable='in' outputVariable='out'/>"));
        try (EngineFixture fixture = new EngineFixture(STRICT)) {
            assertThat(refused(fixture, archive(pair, bpel("", "", sequence(out("'x'"))))))
                    .singleElement()
                    .satisfies(problem -> assertThat(problem.message())
                            .contains("fault 'second' of operation 'op' has 2 parts", "accept 'document-parts'"));
            assertThat(refused(fixture, archive(http, calls))).singleElement().satisfies(problem -> assertThat(
                            problem.message())
                    .contains("port type '{urn:f}P' of the partner of 'other' has an HTTP binding only"));
        }
    }

    @Test
    void shouldFaultWhenValueThatIsSentIsNoneOfItsType() throws Exception {
        String calls = bpel(
                "",
                "<partnerLink name='other' partnerLinkType='f:L' partnerRole='r'/>",
                sequence(
                        "<assign><copy><from>'many'</from><to variable='in' part='number'/></copy></assign>"
                                + "<scope><faultHandlers><catch faultName='bpel:invalidVariables'>" + out("'not sent'")
                                + "</catch></faultHandlers>"
                                + "<invoke partnerLink='other' operation='op' inputVariable='in' outputVariable='out'/></scope>"));
        try (EngineFixture fixture = new EngineFixture(STRICT)) {
            Map<String, byte[]> archive = archive(wsdl(""), calls);
            archive.put(
                    "soabench-process.json",
                    ("{\"partners\":{\"other\":\"" + fixture.partner.url() + "\"}}").getBytes(StandardCharsets.UTF_8));
            String url = fixture.engine.deployer().deploy("F", archive).url();

            assertThat(send(url, call("op", "a", "1"))).contains("<text>not sent</text>");
            assertThat(fixture.partner.requests).isEmpty();
        }
    }

    @Test
    void shouldTellTheFaultBehindMissingReply() throws Exception {
        try (EngineFixture fixture = new EngineFixture(STRICT)) {
            String url = fixture.engine
                    .deployer()
                    .deploy("F", archive(wsdl(""), bpel("exitOnStandardFault='yes'", "", sequence(""))))
                    .url();

            assertThat(send(url, call("op", "a", "1")))
                    .contains(":missingReply</faultcode>")
                    .contains("uninitializedVariable", "made it exit: Variable 'out.text' has no value yet.");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ISO-8859-1", "UTF-16", "windows-1252"})
    void shouldShowWsdlInWhateverEncodingItIs(String encoding) throws Exception {
        String text = "<?xml version='1.0' encoding='" + encoding + "'?>\n"
                + wsdl("<documentation>Grüße</documentation>"
                        + "<!-- <soap:address location='http://commented/'/> -->");
        Map<String, byte[]> archive = archive(wsdl(""), bpel("", "", sequence(out("'ü'"))));
        archive.put("f.wsdl", text.getBytes(Charset.forName(encoding)));
        try (EngineFixture fixture = new EngineFixture(STRICT)) {
            String url = fixture.engine.deployer().deploy("F", archive).url();
            String shown = fixture.get(url + "?wsdl").body();

            assertThat(send(url, call("op", "a", "1"))).contains("<text>ü</text>");
            assertThat(shown)
                    .startsWith("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
                    .contains("Grüße")
                    .contains("address location=\"" + url + "\"")
                    .doesNotContain("commented");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<binding name='B' type='f:P'><operation name='op'/></binding><service name='S'><port name='p' binding='f:B'/></service>",
                "<binding name='PSoapBinding' type='f:P'><http:binding verb='GET'/></binding>"
                        + "<service name='PService'><port name='p' binding='f:PSoapBinding'><http:address location='http://x/'/></port></service>"
            })
    void shouldShowWsdlWithSoapBindingAndAddressInAnyCase(String ports) throws Exception {
        try (EngineFixture fixture = new EngineFixture(STRICT)) {
            String url = fixture.engine
                    .deployer()
                    .deploy("F", archive(wsdl(ports), bpel("", "", sequence(out("'x'")))))
                    .url();
            String shown = fixture.get(url + "?wsdl").body();

            io.soabench.contracts.wsdl.WsdlDefinitions read = io.soabench.contracts.wsdl.WsdlDefinitions.load(
                    "shown.wsdl", Map.of("shown.wsdl", shown.getBytes(StandardCharsets.UTF_8)));
            assertThat(read.problems()).isEmpty();
            assertThat(read.ports(new javax.xml.namespace.QName("urn:f", "P"))).anySatisfy(port -> {
                assertThat(port.port().binding().orElseThrow().soap()).isEqualTo(io.soabench.contracts.wsdl.Soap.V11);
                assertThat(port.port().address()).contains(url);
            });
        }
    }

    @Test
    void shouldSayOneProblemOnceWithAllItsPlaces() throws Exception {
        String twice = out("ode:same(1)") + out("ode:same(1)");
        try (EngineFixture fixture = new EngineFixture(STRICT)) {
            assertThat(refused(fixture, archive(wsdl(""), bpel("", "", sequence(twice)))))
                    .singleElement()
                    .satisfies(problem -> assertThat(problem.message()).contains("(also at f.bpel:"));
        }
    }

    @Test
    void shouldKeepTheDefaultStrict() {
        assertThat(EngineConfiguration.DEFAULT.accepted()).isEqualTo(Set.of());
    }
}
