package io.soabench.engine.server;

import static io.soabench.engine.server.EngineFixture.ASK;
import static io.soabench.engine.server.EngineFixture.RESPOND;
import static io.soabench.engine.server.EngineFixture.ask;
import static io.soabench.engine.server.EngineFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.testing.TestPorts;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The engine over HTTP: messages, faults, limits, admin interface. */
@Tag("it")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class EngineIT {
    private static final String SEQUENTIAL = ASK.repeat(5) + RESPOND;
    private static final String FLOW_NO_DEP = "<flow>" + ASK.repeat(5) + "</flow>" + RESPOND;
    private static final String FLOW =
            "<flow><links><link name=\"a\"/><link name=\"b\"/><link name=\"c\"/><link name=\"d\"/></links>"
                    + ask("<sources><source linkName=\"a\"/><source linkName=\"b\"/></sources>")
                    + ask("<targets><target linkName=\"a\"/></targets><sources><source linkName=\"c\"/></sources>")
                    + ask("<targets><target linkName=\"b\"/></targets><sources><source linkName=\"d\"/></sources>")
                    + ask("<targets><target linkName=\"c\"/><target linkName=\"d\"/></targets>") + ASK + "</flow>"
                    + RESPOND;
    private static final String WHILE = "<while><condition>$i &lt; $request.body/c:count</condition><sequence>" + ASK
            + "<assign><copy><from>$i + 1</from><to variable=\"i\"/></copy></assign></sequence></while>" + RESPOND;

    @ParameterizedTest
    @EnumSource(SchedulingPolicy.class)
    void shouldAnswerWhenPaperProcessesRun(SchedulingPolicy policy) throws Exception {
        try (EngineFixture fixture = new EngineFixture(EngineFixture.CONFIGURATION.withThreads(policy, 2, 2, 2))) {
            Map<String, String> processes =
                    Map.of("Sequential", SEQUENTIAL, "FlowNoDep", FLOW_NO_DEP, "Flow", FLOW, "While", WHILE);
            for (Map.Entry<String, String> process : processes.entrySet()) {
                fixture.deploy(process.getKey(), process.getValue());
                HttpResponse<String> answer = fixture.post(process.getKey(), request("x&amp;<![CDATA[<]]>"));
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
                assertThat(answer.body()).contains(">a-x&amp;&lt;</c:response>");
            }
            assertThat(fixture.partner.requests).hasSize(20);
            assertThat(fixture.partner.actions).containsOnly("\"urn:fixture:partner/ask\"");
            awaitCompleted(fixture, 4);
            assertThat(fixture.engine.counters().value(Counter.CALLS_ANSWERED)).isEqualTo(20);
        }
    }

    @ParameterizedTest
    @EnumSource(SchedulingPolicy.class)
    void shouldAnswerEveryClientItsOwnWhenManyRunAtOnce(SchedulingPolicy policy) throws Exception {
        EngineConfiguration configuration = EngineFixture.CONFIGURATION
                .withThreads(policy, 2, 2, 2)
                .withLimits(1_000, 1_000, 50, 100_000, Duration.ofSeconds(20));
        try (EngineFixture fixture = new EngineFixture(configuration)) {
            fixture.deploy("Flow", FLOW);
            List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                answers.add(fixture.postLater("Flow", request("n" + i)));
            }
            for (int i = 0; i < answers.size(); i++) {
                assertThat(answers.get(i).get(120, TimeUnit.SECONDS).body()).contains(">a-n" + i + "<");
            }
            awaitCompleted(fixture, 200);
            assertThat(fixture.engine.counters().value(Counter.CALLS_SENT)).isEqualTo(1_000);
            assertThat(fixture.engine.running()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fail", "status", "garbage", "other"})
    void shouldBeCatchableWhenPartnerFails(String question) throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.deploy(
                    "Catching",
                    "<scope><faultHandlers><catchAll><assign><copy><from>'caught'</from><to>$response.body</to></copy></assign>"
                            + "</catchAll></faultHandlers>" + ASK + "</scope>");
            assertThat(fixture.post("Catching", request(question)).body()).contains(">caught<");
            assertThat(fixture.engine.counters().value(Counter.CALLS_FAILED)).isEqualTo(1);
        }
    }

    @Test
    void shouldCatchDeclaredFaultWhenPartnerSendsItsDetail() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.deploy(
                    "Catching",
                    "<scope><faultHandlers><catch faultName=\"p:refused\" faultVariable=\"f\" faultElement=\"p:no\"><assign><copy>"
                            + "<from>$f</from><to>$response.body</to></copy></assign></catch></faultHandlers>" + ASK
                            + "</scope>");
            assertThat(fixture.post("Catching", request("refuse")).body()).contains(">never<");
        }
    }

    @Test
    void shouldAnswerSoapFaultWhenNobodyCatches() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.deploy("Plain", ASK + RESPOND);
            HttpResponse<String> answer = fixture.post("Plain", request("refuse"));
            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.body())
                    .contains("<faultcode xmlns:flt=\"urn:fixture:partner\">flt:refused</faultcode>")
                    .contains("<detail><p:no xmlns:p=\"urn:fixture:partner\">never</p:no></detail>");
        }
    }

    @Test
    void shouldFaultWhenPartnerIsNotThereOrTooSlow() throws Exception {
        EngineConfiguration hasty =
                EngineFixture.CONFIGURATION.withLimits(100, 100, 10, 100_000, Duration.ofSeconds(2));
        try (EngineFixture fixture = new EngineFixture(hasty)) {
            fixture.deploy("Plain", ASK + RESPOND);
            HttpResponse<String> slow = fixture.post("Plain", request("hold"));
            assertThat(slow.statusCode()).isEqualTo(500);
            assertThat(slow.body()).contains("partnerFailure").contains("did not answer within 2000 ms");
            Map<String, byte[]> archive = fixture.archive("Gone", ASK + RESPOND);
            archive.put(
                    "soabench-process.json",
                    ("{\"partners\":{\"partner\":\"http://127.0.0.1:" + TestPorts.next() + "/\"}}")
                            .getBytes(StandardCharsets.UTF_8));
            fixture.engine.deployer().deploy("Gone", archive);
            assertThat(fixture.post("Gone", request("x")).body()).contains("cannot be reached");
        }
    }

    @Test
    void shouldSpeakRpcWhenBindingSaysSo() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.deploy(
                    "Rpc",
                    "<assign><copy><from>3</from><to>$sumRequest.left</to></copy><copy><from>4</from><to>$sumRequest.right</to>"
                            + "</copy></assign><invoke partnerLink=\"calculator\" operation=\"sum\" inputVariable=\"sumRequest\""
                            + " outputVariable=\"sumResponse\"/><assign><copy><from>$sumResponse.total</from>"
                            + "<to>$response.body</to></copy></assign>");
            assertThat(fixture.post("Rpc", request("x")).body()).contains(">7<");
            assertThat(fixture.partner.requests.get(0))
                    .contains("<ns:sum xmlns:ns=\"urn:fixture:rpc\"><left>3</left><right>4</right></ns:sum>");
        }
    }

    @Test
    void shouldReadChunkedAnswerWhenPartnerSendsOne() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.deploy("Plain", ASK + RESPOND);
            assertThat(fixture.post("Plain", request("chunked")).body()).contains(">a-chunked<");
        }
    }

    @Test
    void shouldAnswerInSoap12WhenAskedInIt() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.deploy("Plain", ASK + RESPOND);
            String soap12 = request("x")
                    .replace("http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope");
            HttpResponse<String> answer = fixture.post("Plain", soap12);
            assertThat(answer.headers().firstValue("Content-Type"))
                    .hasValueSatisfying(type -> assertThat(type).startsWith("application/soap+xml"));
            assertThat(answer.body())
                    .contains("http://www.w3.org/2003/05/soap-envelope")
                    .contains(">a-x<");
            assertThat(fixture.post("Plain", soap12.replace(">x<", ">fail<")).body())
                    .contains("<soapenv:Value>soapenv:Receiver</soapenv:Value>");
        }
    }

    @Test
    void shouldRefuseSoonWhenInstanceLimitIsReached() throws Exception {
        EngineConfiguration narrow =
                EngineFixture.CONFIGURATION.withLimits(2, 100, 10, 100_000, Duration.ofSeconds(20));
        try (EngineFixture fixture = new EngineFixture(narrow)) {
            fixture.deploy("Plain", ASK + RESPOND);
            CompletableFuture<HttpResponse<String>> first = fixture.postLater("Plain", request("hold1"));
            CompletableFuture<HttpResponse<String>> second = fixture.postLater("Plain", request("hold2"));
            awaitCalls(fixture, 2);
            HttpResponse<String> refused = fixture.post("Plain", request("late"));
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
            fixture.partner.held.release(2);
            assertThat(first.get(120, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
            assertThat(second.get(120, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
            assertThat(fixture.post("Plain", request("after")).statusCode()).isEqualTo(200);
            assertThat(fixture.engine.counters().value(Counter.REQUESTS_REFUSED))
                    .isEqualTo(1);
        }
    }

    @Test
    void shouldRefuseWhenTooManyCallsWaitForConnection() throws Exception {
        EngineConfiguration narrow = EngineFixture.CONFIGURATION
                .withThreads(SchedulingPolicy.AFFINE, 1, 1, 1)
                .withLimits(100, 1, 1, 100_000, Duration.ofSeconds(20));
        try (EngineFixture fixture = new EngineFixture(narrow)) {
            fixture.deploy("Plain", ASK + RESPOND);
            CompletableFuture<HttpResponse<String>> first = fixture.postLater("Plain", request("hold1"));
            awaitCalls(fixture, 1);
            CompletableFuture<HttpResponse<String>> second = fixture.postLater("Plain", request("hold2"));
            awaitStarted(fixture, 2);
            assertThat(fixture.post("Plain", request("late")).statusCode()).isEqualTo(503);
            fixture.partner.held.release(2);
            assertThat(first.get(120, TimeUnit.SECONDS).body()).contains("a-hold1");
            assertThat(second.get(120, TimeUnit.SECONDS).body()).contains("a-hold2");
        }
    }

    private static void awaitCalls(EngineFixture fixture, int count) {
        assertThat(reaches(() -> fixture.partner.requests.size(), count)).isTrue();
    }

    /** Waits for the end of instances, since a client may read its answer before the instance has ended. */
    private static void awaitCompleted(EngineFixture fixture, int count) {
        assertThat(reaches(() -> fixture.engine.counters().value(Counter.INSTANCES_COMPLETED), count))
                .isTrue();
    }

    private static void awaitStarted(EngineFixture fixture, int count) {
        assertThat(reaches(() -> fixture.engine.counters().value(Counter.INSTANCES_STARTED), count))
                .isTrue();
    }

    private static boolean reaches(java.util.function.LongSupplier value, long count) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (value.getAsLong() < count) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            Thread.onSpinWait();
        }
        return true;
    }

    @Test
    void shouldRejectWithoutInstanceWhenRequestIsNotAcceptable() throws Exception {
        EngineConfiguration small = EngineFixture.CONFIGURATION.withLimits(10, 10, 10, 20_000, Duration.ofSeconds(5));
        try (EngineFixture fixture = new EngineFixture(small)) {
            fixture.deploy("Plain", ASK + RESPOND);
            String doctype = "<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>";
            assertRejected(fixture, doctype + request("&e;"), "document type");
            assertRejected(
                    fixture,
                    "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>" + request("&b;"),
                    "document type");
            assertRejected(fixture, request("&undeclared;"), "undeclared");
            assertRejected(fixture, request("x").substring(0, 100), "not well-formed");
            assertRejected(fixture, "<a>".repeat(1_000) + "</a>".repeat(1_000), "nests more than 256");
            assertRejected(fixture, "", "not well-formed");
            assertRejected(fixture, "<not-soap/>", "no SOAP envelope");
            assertRejected(fixture, ScriptedPartner.envelope("<unknown/>"), "No operation");
            assertRejected(
                    fixture, request("x").replace("<s:Body>", "<s:Header><h/></s:Header><s:Body>"), "no namespace");
            HttpResponse<String> large = fixture.post("Plain", request("x".repeat(30_000)));
            assertThat(large.statusCode()).isEqualTo(413);
            assertThat(fixture.post("Nowhere", request("x")).statusCode()).isEqualTo(404);
            assertThat(fixture.post("Plain", request("fine")).statusCode()).isEqualTo(200);
            assertThat(fixture.engine.counters().value(Counter.INSTANCES_STARTED))
                    .isEqualTo(1);
        }
    }

    private static void assertRejected(EngineFixture fixture, String body, String sentence) throws Exception {
        HttpResponse<String> answer = fixture.post("Plain", body);
        assertThat(answer.statusCode()).as(body).isEqualTo(400);
        assertThat(answer.body()).contains(":Fault>").contains(sentence).doesNotContain("root:");
    }

    @Test
    void shouldAnswerInOrderWhenRequestsArePipelinedAndCutInPieces() throws Exception {
        try (EngineFixture fixture = new EngineFixture();
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), fixture.engine.port())) {
            fixture.deploy("Plain", ASK + RESPOND);
            socket.setSoTimeout(60_000);
            String first = request("one");
            String second = request("two");
            byte[] bytes = ("POST /processes/Plain HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
                            + Integer.toHexString(100) + "\r\n" + first.substring(0, 100) + "\r\n"
                            + Integer.toHexString(first.length() - 100) + "\r\n" + first.substring(100)
                            + "\r\n0\r\n\r\n"
                            + "POST /processes/Plain HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: "
                            + second.length() + "\r\n\r\n" + second)
                    .getBytes(StandardCharsets.US_ASCII);
            OutputStream output = socket.getOutputStream();
            for (int at = 0; at < bytes.length; at += 37) {
                output.write(bytes, at, Math.min(37, bytes.length - at));
                output.flush();
            }
            InputStream input = socket.getInputStream();
            String answers = new String(input.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answers.indexOf("a-one")).isPositive().isLessThan(answers.indexOf("a-two"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /processes/Plain HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc",
                "POST /processes/Plain HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
                "POST /processes/Plain HTTP/1.1\r\nHost: x\r\nContent-Length: +3\r\n\r\nabc",
                "POST /processes/Plain HTTP/1.1\r\nHost: x\r\nBad Header: 1\r\n\r\n",
                "POST  /processes/Plain HTTP/1.1\r\nHost: x\r\n\r\n",
                "NONSENSE\r\n\r\n"
            })
    void shouldCloseWhenHttpIsMalformed(String bytes) throws Exception {
        try (EngineFixture fixture = new EngineFixture();
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), fixture.engine.port())) {
            fixture.deploy("Plain", ASK + RESPOND);
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 400 ").contains("Connection: close");
        }
    }

    @Test
    void shouldServeWsdlWithTrueAddressWhenAsked() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.deploy("Plain", ASK + RESPOND);
            String url = fixture.engine.url() + "/processes/Plain";
            String wsdl = fixture.get(url + "?wsdl").body();
            assertThat(wsdl).contains("<sb:address location=\"" + url + "\"/>");
            String imported = ScriptedPartner.between(wsdl.replace("location=\"", ">"), "partner\" >", "");
            assertThat(wsdl).contains(url + "?resource=partner.wsdl");
            assertThat(imported).isNotNull();
            assertThat(fixture.get(url + "?resource=partner.wsdl").body()).contains("portType name=\"Partner\"");
            assertThat(fixture.get(url + "?resource=../secret").statusCode()).isEqualTo(404);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /processes/Plain?wsdl HTTP/1.1|Host: engine.example:81|http://engine.example:81/processes/Plain",
                "GET /processes/Plain?WSDL HTTP/1.1|hOST:[::1]:81|http://[::1]:81/processes/Plain",
                "GET http://proxy.example/processes/Plain?wsdl HTTP/1.1|Host: other|http://proxy.example/processes/Plain",
                "GET HTTP://proxy.example/processes/Plain?wsdl HTTP/1.1|Host: other|http://proxy.example/processes/Plain",
                "GET /processes/Plain?wsdl HTTP/1.1|Host: evil'name!|",
                "GET /processes/Plain?wsdl HTTP/1.0|X: y|"
            })
    void shouldNameTheAddressThatTheReaderHasUsed(String row) throws Exception {
        String[] cells = row.split("\\|", -1);
        try (EngineFixture fixture = new EngineFixture();
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), fixture.engine.port())) {
            fixture.deploy("Plain", ASK + RESPOND);
            String url = cells[2].isEmpty() ? fixture.engine.url() + "/processes/Plain" : cells[2];
            socket.getOutputStream()
                    .write((cells[0] + "\r\n" + cells[1] + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer)
                    .startsWith("HTTP/1.1 200")
                    .contains("<sb:address location=\"" + url + "\"/>")
                    .contains("location=\"" + url + "?resource=partner.wsdl\"")
                    .doesNotContain("evil");
        }
    }

    /**
     * The octets in a path may stand for letters of a name of XML (RFC 3986, section 2.5), and one path may be written
     * in several ways (6.2.2).
     */
    @Test
    void shouldFindTheServiceWhenItsPathIsEscaped() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.engine.deployer().deploy("size", fixture.archive("Größe", ASK + RESPOND));
            fixture.deploy("Plain", ASK + RESPOND);
            for (String path :
                    new String[] {"Gr%C3%B6%C3%9Fe", "gr%c3%b6%C3%9fe".replace('g', 'G'), "%50lain", "Pl%61in"}) {
                assertThat(fixture.post(path, request("x")).statusCode())
                        .as(path)
                        .isEqualTo(200);
            }
            for (String path : new String[] {"Plain%2F", "%2FPlain", "Gr%C3%B6%C3", "Plain%25"}) {
                assertThat(fixture.post(path, request("x")).statusCode())
                        .as(path)
                        .isEqualTo(404);
            }
            String url = fixture.engine.url() + "/processes/Gr%C3%B6%C3%9Fe";
            assertThat(fixture.get(url + "?wsdl").body()).contains("<sb:address location=\"" + url + "\"/>");
        }
    }

    /**
     * A client of HTTP/1.0 reads to the end of the connection unless the answer announces that it is kept (RFC 2068,
     * section 19.7.1).
     */
    @ParameterizedTest
    @ValueSource(strings = {"Connection: keep-alive", "Connection: Keep-Alive\r\nKeep-Alive: 300", "X: y"})
    void shouldCloseWhenRequestIsOfHttp10(String header) throws Exception {
        String body = request("x");
        try (EngineFixture fixture = new EngineFixture();
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), fixture.engine.port())) {
            fixture.deploy("Plain", ASK + RESPOND);
            socket.setSoTimeout(60_000);
            socket.getOutputStream()
                    .write(("POST /processes/Plain HTTP/1.0\r\n" + header
                                    + "\r\nContent-Type: text/xml\r\nContent-Length: " + body.length() + "\r\n\r\n"
                                    + body)
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 200").contains("\r\nConnection: close\r\n");
        }
    }

    @Test
    void shouldDeployListAndUndeployWhenAdminAsks() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            assertThat(fixture.admin("GET", "/health", new byte[0]).statusCode())
                    .isEqualTo(200);
            byte[] zip = EngineFixture.zip(fixture.archive("Plain", ASK + RESPOND));
            HttpResponse<String> created = fixture.admin("PUT", "/deployments/plain", zip);
            assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
            assertThat(created.body())
                    .contains("\"operation\" : \"run\"")
                    .contains(fixture.engine.url() + "/processes/Plain");
            assertThat(fixture.post("Plain", request("x")).statusCode()).isEqualTo(200);
            assertThat(fixture.admin("GET", "/deployments", new byte[0]).body()).contains("\"name\" : \"plain\"");
            assertThat(fixture.admin("GET", "/deployments/plain", new byte[0]).statusCode())
                    .isEqualTo(200);
            awaitCompleted(fixture, 1);
            String statistics = fixture.admin("GET", "/statistics", new byte[0]).body();
            assertThat(statistics)
                    .contains("\"instancesStarted\" : 1")
                    .contains("\"instancesCompleted\" : 1")
                    .contains("\"instancesFaulted\" : 0")
                    .contains("\"messagesDropped\" : 0")
                    .contains("\"callsSent\" : 1");
            assertThat(fixture.admin("DELETE", "/deployments/plain", new byte[0])
                            .statusCode())
                    .isEqualTo(204);
            assertThat(fixture.admin("DELETE", "/deployments/plain", new byte[0])
                            .statusCode())
                    .isEqualTo(404);
            assertThat(fixture.post("Plain", request("x")).statusCode()).isEqualTo(404);
        }
    }

    @Test
    void shouldNotBeHealthyWhileItStops() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.deploy("Long", "<wait><for>'PT1H'</for></wait>");
            CompletableFuture<HttpResponse<String>> open = fixture.postLater("Long", request("x"));
            awaitStarted(fixture, 1);
            CompletableFuture<Boolean> drained =
                    CompletableFuture.supplyAsync(() -> fixture.engine.drain(Duration.ofSeconds(60)));
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            while (fixture.admin("GET", "/health", new byte[0]).statusCode() != 503) {
                assertThat(System.nanoTime() - deadline).as("healthy").isNegative();
            }
            assertThat(drained).isNotDone();

            assertThat(fixture.admin("DELETE", "/deployments/Long?instances=terminate", new byte[0])
                            .body())
                    .contains("\"ended\" : 1");
            assertThat(drained.get(60, TimeUnit.SECONDS)).isTrue();
            assertThat(open.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(500);
        }
    }

    @Test
    void shouldKeepTheBeginAndEndOfTheInstancesThatEndedLast() throws Exception {
        EngineConfiguration keeping =
                EngineFixture.CONFIGURATION.but().history(3).build();
        try (EngineFixture fixture = new EngineFixture(keeping)) {
            fixture.deploy("Plain", ASK + RESPOND);
            long beginUs = System.currentTimeMillis() * 1_000;
            for (int i = 1; i <= 4; i++) {
                assertThat(fixture.post("Plain", request("x")).statusCode()).isEqualTo(200);
                awaitCompleted(fixture, i);
                if (i == 2) {
                    assertThat(history(fixture)).hasSize(3).doesNotContain("larger --history");
                }
            }
            long endUs = (System.currentTimeMillis() + 2) * 1_000;

            List<String> lines = history(fixture);

            assertThat(lines.get(0)).isEqualTo("process,start_epoch_us,end_epoch_us,reason");
            // The oldest one that is kept began before its end, so that others may be missing.
            assertThat(lines.subList(1, lines.size() - 1)).hasSize(2).allSatisfy(line -> {
                String[] fields = line.split(",", -1);
                assertThat(fields[0]).isEqualTo("Plain");
                assertThat(Long.parseLong(fields[1])).isBetween(beginUs - 2_000, endUs);
                assertThat(Long.parseLong(fields[2])).isBetween(Long.parseLong(fields[1]) + 1, endUs);
            });
            assertThat(lines.get(lines.size() - 1)).startsWith(",,,only the instances that ended last are kept");
        }
    }

    @Test
    void shouldNotListARunningInstanceThatBeganBeforeForgottenOnes() throws Exception {
        EngineConfiguration keeping =
                EngineFixture.CONFIGURATION.but().history(3).build();
        try (EngineFixture fixture = new EngineFixture(keeping)) {
            fixture.deploy("Plain", ASK + RESPOND);
            CompletableFuture<HttpResponse<String>> held = fixture.postLater("Plain", request("hold1"));
            awaitCalls(fixture, 1);
            assertThat(history(fixture)).as("nothing is forgotten yet").hasSize(2);
            for (int i = 1; i <= 4; i++) {
                assertThat(fixture.post("Plain", request("x")).statusCode()).isEqualTo(200);
                awaitCompleted(fixture, i);
            }

            List<String> lines = history(fixture);

            assertThat(lines.subList(1, lines.size() - 1)).hasSize(2).noneMatch(line -> line.endsWith(",,"));
            fixture.partner.held.release(1);
            assertThat(held.get(120, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        }
    }

    private static List<String> history(EngineFixture fixture) throws Exception {
        HttpResponse<String> answer = fixture.admin("GET", "/history", new byte[0]);
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer.body().lines().toList();
    }

    @Test
    void shouldKeepNoHistoryUnlessAsked() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            HttpResponse<String> answer = fixture.admin("GET", "/history", new byte[0]);

            assertThat(answer.statusCode()).isEqualTo(409);
            assertThat(answer.body()).contains("the engine keeps no history of instances");
        }
    }

    @Test
    void shouldNameAllProblemsWhenArchiveIsRefused() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            byte[] bad = EngineFixture.zip(
                    fixture.archive(
                            "Bad",
                            "<invoke partnerLink=\"nobody\" operation=\"ask\"/><assign><copy><from>$missing</from><to variable=\"i\"/></copy></assign>"));
            HttpResponse<String> refused = fixture.admin("PUT", "/deployments/bad", bad);
            assertThat(refused.statusCode()).isEqualTo(422);
            assertThat(refused.body()).contains("nobody").contains("missing").contains("\"line\"");
            assertThat(fixture.admin("PUT", "/deployments/bad", new byte[] {1, 2, 3})
                            .statusCode())
                    .isEqualTo(422);
            Map<String, byte[]> escaping = new TreeMap<>(Map.of("../evil.bpel", new byte[1]));
            assertThat(fixture.admin("PUT", "/deployments/bad", EngineFixture.zip(escaping))
                            .body())
                    .contains("leaves the archive");
            assertThat(fixture.admin("GET", "/deployments", new byte[0]).body()).doesNotContain("bad");
        }
    }
}
