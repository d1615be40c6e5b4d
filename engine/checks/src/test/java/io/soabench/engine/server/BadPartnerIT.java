package io.soabench.engine.server;

import static io.soabench.engine.server.EngineFixture.ASK;
import static io.soabench.engine.server.EngineFixture.CATCHING;
import static io.soabench.engine.server.EngineFixture.request;
import static io.soabench.engine.server.RawPartner.GOOD;
import static io.soabench.engine.server.RawPartner.GOOD_BODY;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.testing.TestPorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a process can catch every failure of a partner. */
@Tag("it")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class BadPartnerIT {
    /** For partners whose answer does not come; others answer in time, however busy the machine is. */
    private static final EngineConfiguration HASTY =
            EngineFixture.CONFIGURATION.withLimits(100, 100, 10, 100_000, Duration.ofSeconds(1));

    private static EngineFixture fixture(int port) throws Exception {
        return fixture("http://127.0.0.1:" + port + "/", HASTY);
    }

    private static EngineFixture patient(int port) throws Exception {
        return fixture("http://127.0.0.1:" + port + "/", EngineFixture.CONFIGURATION);
    }

    private static String answer(String kind) {
        String fault = ScriptedPartner.envelope(
                "<s:Fault><faultcode>s:Server</faultcode><faultstring>ouch</faultstring></s:Fault>");
        return switch (kind) {
            case "fault" -> RawPartner.http("500 Internal Server Error", fault);
            case "faultWith200" -> RawPartner.http("200 OK", fault);
            case "status201",
                    "status202",
                    "status203",
                    "status206",
                    "status226",
                    "status300",
                    "status400",
                    "status418",
                    "status503" -> RawPartner.http(kind.substring("status".length()) + " X", GOOD_BODY);
            case "205" -> RawPartner.http("205 Reset Content", GOOD_BODY);
            case "400fault" -> RawPartner.http("400 Bad Request", fault);
            case "textInEnvelope" -> RawPartner.http("200 OK", GOOD_BODY.replace("<s:Body>", "text<s:Body>"));
            case "twoElements" ->
                RawPartner.http("200 OK", GOOD_BODY.replace("</s:Body>", "<p:answer xmlns:p=\"urn:x\"/></s:Body>"));
            case "foreignElement" -> RawPartner.http("200 OK", GOOD_BODY.replace("<s:Body>", "<xmltest/><s:Body>"));
            case "500" -> RawPartner.http("500 Internal Server Error", "oops");
            case "404" -> RawPartner.http("404 Not Found", "<html/>");
            case "204" -> "HTTP/1.1 204 No Content\r\n\r\n";
            case "304" -> "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n";
            case "101" -> "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n" + GOOD;
            case "302" -> "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n";
            case "garbage" -> "\u0001\u0002 this is no HTTP\r\n\r\n";
            case "endlessHead" -> "HTTP/1.1 200 OK\r\nX: " + "y".repeat(30_000);
            case "tooLarge" -> "HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n";
            case "badChunk" -> "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n";
            case "noXml" -> RawPartner.http("200 OK", "<s:Envelope");
            case "bomb" ->
                RawPartner.http(
                        "200 OK",
                        "<!DOCTYPE a [<!ENTITY e \"e\">]>" + ScriptedPartner.envelope("<p:answer>&e;</p:answer>"));
            case "noEnvelope" -> RawPartner.http("200 OK", "<hello/>");
            case "emptyBody" -> RawPartner.http("200 OK", ScriptedPartner.envelope(""));
            case "half" -> GOOD.substring(0, GOOD.length() / 2);
            default -> "";
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1:99999/", "http://127.0.0.1:0/", "http://", "http:///x"})
    void shouldFaultWhenAssignedAddressCannotBe(String address) throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.deploy(
                    "Catching",
                    "<assign><copy><from>'" + address + "'</from><to partnerLink=\"partner\"/></copy></assign>"
                            + CATCHING);

            assertThat(fixture.post("Catching", request("x")).body()).contains(">caught<");
            assertThat(fixture.engine.counters().value(Counter.ERRORS)).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fault",
                "faultWith200",
                "500",
                "404",
                "204",
                "205",
                "302",
                "304",
                "101",
                "400fault",
                "status201",
                "status202",
                "status203",
                "status206",
                "status226",
                "status300",
                "status400",
                "status418",
                "status503",
                "textInEnvelope",
                "twoElements",
                "foreignElement",
                "garbage",
                "endlessHead",
                "tooLarge",
                "badChunk",
                "noXml",
                "bomb",
                "noEnvelope",
                "emptyBody",
                "half",
                "nothing"
            })
    void shouldBeCatchableWhenPartnerMisbehaves(String kind) throws Exception {
        for (boolean closing : new boolean[] {true, false}) {
            try (RawPartner partner = new RawPartner(answer(kind), closing);
                    EngineFixture fixture = fixture(partner.port())) {
                assertThat(fixture.post("Catching", request("x")).body())
                        .as("closing=" + closing)
                        .contains(">caught<");
                assertThat(partner.requests.get()).isEqualTo(1);
                assertThat(fixture.engine.counters().value(Counter.CALLS_SENT)).isEqualTo(1);
                assertThat(fixture.engine.counters().value(Counter.CALLS_FAILED))
                        .isEqualTo(1);
                assertThat(fixture.engine.counters().value(Counter.ERRORS)).isZero();
            }
        }
    }

    private static RawPartner.Answer endless(String kind) {
        String head = "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n";
        return switch (kind) {
            case "100" -> RawPartner.forever("", "HTTP/1.1 100 Continue\r\n\r\n");
            case "103" -> RawPartner.forever("", "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n");
            case "headers" -> RawPartner.forever(head, "X-More: and more\r\n");
            case "manyHeaders" -> RawPartner.forever(head, "X-More: and more\r\n".repeat(50));
            case "oneHeader" -> RawPartner.forever(head + "X: ", "y".repeat(1_000));
            case "drops" -> RawPartner.forever(head + "Content-Length: 90000\r\n\r\n", " ");
            case "chunks" -> RawPartner.forever(head + "Transfer-Encoding: chunked\r\n\r\n", "1\r\n \r\n");
            case "hugeChunks" ->
                RawPartner.forever(
                        head + "Transfer-Encoding: chunked\r\n\r\n", "4000\r\n" + " ".repeat(0x4000) + "\r\n");
            case "trailers" -> RawPartner.forever(head + "Transfer-Encoding: chunked\r\n\r\n0\r\n", "X: y\r\n");
            case "untilClose" -> RawPartner.forever(head + "\r\n", " ".repeat(10_000));
            case "reset" -> RawPartner.reset("");
            case "resetWithin" -> RawPartner.reset(GOOD.substring(0, GOOD.length() - 20));
            default -> throw new IllegalArgumentException(kind);
        };
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "100",
                "103",
                "headers",
                "manyHeaders",
                "oneHeader",
                "drops",
                "chunks",
                "hugeChunks",
                "trailers",
                "untilClose",
                "reset",
                "resetWithin"
            })
    void shouldBeCatchableInTimeWhenPartnerNeverEnds(String kind) throws Exception {
        try (RawPartner partner = new RawPartner(endless(kind));
                EngineFixture fixture = fixture(partner.port())) {
            CompletableFuture<HttpResponse<String>> answer = fixture.postLater("Catching", request("x"));
            // The engine allows a second.
            assertThat(answer.get(120, TimeUnit.SECONDS).body()).contains(">caught<");
            assertThat(partner.requests.get()).isEqualTo(1);
            assertThat(fixture.engine.counters().value(Counter.ERRORS)).isZero();
        }
    }

    @Test
    void shouldGoOnWhenPartnerSendsInterimResponses() throws Exception {
        String interim = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n";
        try (RawPartner partner = new RawPartner(interim + GOOD, false);
                EngineFixture fixture = patient(partner.port())) {
            assertThat(fixture.post("Catching", request("x")).body()).contains(">good<");
        }
    }

    @Test
    void shouldReadAnswerWhenItsHeadIsFolded() throws Exception {
        String folded = GOOD.replace("Content-Type: ", "Content-Type:\r\n ").replace("text/xml", "text/xml;\r\n\tx=y");
        try (RawPartner partner = new RawPartner(folded, false);
                EngineFixture fixture = patient(partner.port())) {
            assertThat(fixture.post("Catching", request("x")).body()).contains(">good<");
            assertThat(fixture.post("Catching", request("x")).body()).contains(">good<");
            assertThat(partner.connections.get()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Content-Type: text/xml | Content-Type: text/xml~Content-Encoding: gzip | and Content-Encoding 'gzip'",
                "Content-Type: text/xml | Content-Type: multipart/related; boundary=b | and a multipart message"
            })
    void shouldNameTheEncodingWhenAnswerIsNotPlain(String header, String replaced, String sentence) throws Exception {
        try (RawPartner partner = new RawPartner(GOOD.replace(header, replaced.replace("~", "\r\n")), false);
                EngineFixture fixture = new EngineFixture()) {
            fixture.deploy(
                    "Plain",
                    "<assign><copy><from>'http://127.0.0.1:" + partner.port()
                            + "/'</from><to partnerLink=\"partner\"/></copy></assign>" + ASK);
            HttpResponse<String> answer = fixture.post("Plain", request("x"));
            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.body()).contains(sentence);
        }
    }

    private static EngineFixture fixture(String url, EngineConfiguration configuration) throws Exception {
        EngineFixture fixture = new EngineFixture(configuration);
        Map<String, byte[]> archive = fixture.archive("Catching", CATCHING);
        archive.put(
                "soabench-process.json",
                ("{\"partners\":{\"partner\":\"" + url + "\"}}").getBytes(StandardCharsets.UTF_8));
        fixture.engine.deployer().deploy("Catching", archive);
        return fixture;
    }

    @Test
    void shouldBeCatchableInTimeWhenHostIsUnknown() throws Exception {
        EngineConfiguration patient = EngineFixture.CONFIGURATION.withConnectTimeout(Duration.ofMillis(500));
        try (EngineFixture fixture = fixture("http://no-such-host.invalid/", patient)) {
            CompletableFuture<HttpResponse<String>> answer = fixture.postLater("Catching", request("x"));
            assertThat(answer.get(120, TimeUnit.SECONDS).body()).contains(">caught<");
            assertThat(fixture.engine.counters().value(Counter.CALLS_SENT)).isZero();
        }
    }

    @Test
    void shouldBeCatchableInTimeWhenPartnerDoesNotAcceptConnections() throws Exception {
        EngineConfiguration patient = EngineFixture.CONFIGURATION.withConnectTimeout(Duration.ofMillis(300));
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            // Nobody accepts; when the line is full the system drops further connections.
            List<SocketChannel> line = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                SocketChannel channel = SocketChannel.open();
                channel.configureBlocking(false);
                channel.connect(full.getLocalSocketAddress());
                line.add(channel);
            }
            try (EngineFixture fixture = fixture("http://127.0.0.1:" + full.getLocalPort() + "/", patient)) {
                CompletableFuture<HttpResponse<String>> answer = fixture.postLater("Catching", request("x"));
                assertThat(answer.get(120, TimeUnit.SECONDS).body()).contains(">caught<");
                assertThat(fixture.engine.counters().value(Counter.CALLS_SENT)).isZero();
            } finally {
                for (SocketChannel channel : line) {
                    channel.close();
                }
            }
        }
    }

    @Test
    void shouldFailAllAtOnceWhenMoreCallsThanConnectionsAreRefused() throws Exception {
        int port = TestPorts.next();
        EngineConfiguration narrow = EngineFixture.CONFIGURATION
                .withThreads(SchedulingPolicy.AFFINE, 1, 1, 1)
                .withLimits(100, 100, 1, 100_000, Duration.ofMinutes(5));
        try (EngineFixture fixture = fixture("http://127.0.0.1:" + port + "/", narrow)) {
            List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                all.add(fixture.postLater("Catching", request("x")));
            }
            for (CompletableFuture<HttpResponse<String>> answer : all) {
                assertThat(answer.get(120, TimeUnit.SECONDS).body()).contains(">caught<");
            }
        }
    }

    @Test
    void shouldBeCatchableWhenPartnerRefusesConnection() throws Exception {
        int port = TestPorts.next();
        try (EngineFixture fixture = patient(port)) {
            assertThat(fixture.post("Catching", request("x")).body()).contains(">caught<");
            assertThat(fixture.engine.counters().value(Counter.CALLS_SENT)).isZero();
        }
    }

    @Test
    void shouldOpenAnotherConnectionWhenPartnerHasClosedTheKeptOne() throws Exception {
        try (RawPartner partner = new RawPartner(GOOD, false);
                EngineFixture fixture = patient(partner.port())) {
            for (int i = 1; i <= 20; i++) {
                assertThat(fixture.post("Catching", request("x")).body()).contains(">good<");
                assertThat(partner.requests.get()).isEqualTo(i);
                partner.closeLast();
            }
            assertThat(fixture.engine.counters().value(Counter.CALLS_FAILED)).isZero();
            assertThat(partner.connections.get()).isEqualTo(20);
        }
    }

    @Test
    void shouldNotMixUpAnswersWhenPartnerSendsTwo() throws Exception {
        String second = RawPartner.http(
                "200 OK", ScriptedPartner.envelope("<p:answer xmlns:p=\"urn:fixture:partner\">stale</p:answer>"));
        try (RawPartner partner = new RawPartner(GOOD + second, false);
                EngineFixture fixture = patient(partner.port())) {
            CompletableFuture<?>[] all = new CompletableFuture<?>[30];
            for (int i = 0; i < all.length; i++) {
                all[i] = fixture.postLater("Catching", request("x"))
                        .thenAccept(answer -> assertThat(answer.body()).doesNotContain("stale"));
            }
            CompletableFuture.allOf(all).get(120, TimeUnit.SECONDS);
            assertThat(partner.requests.get()).isEqualTo(30);
        }
    }

    @Test
    void shouldNotKeepConnectionsWhenPartnerHasSentASecondAnswer() throws Exception {
        Semaphore answered = new Semaphore(0);
        Semaphore ended = new Semaphore(0);
        AtomicBoolean twice = new AtomicBoolean(true);
        RawPartner.Answer answer = socket -> {
            byte[] good = GOOD.getBytes(StandardCharsets.ISO_8859_1);
            socket.getOutputStream().write(good);
            if (twice.getAndSet(false)) {
                // The first answer has been taken, and the connection is kept.
                answered.acquireUninterruptibly();
                socket.getOutputStream().write(GOOD.replace(">good<", ">stale<").getBytes(StandardCharsets.ISO_8859_1));
            }
            // Longer than the test waits for the end.
            socket.setSoTimeout(200_000);
            try {
                if (socket.getInputStream().read() < 0) {
                    ended.release();
                }
            } catch (IOException e) {
                ended.release();
            }
            socket.close();
        };
        EngineConfiguration patient = EngineFixture.CONFIGURATION.withThreads(SchedulingPolicy.AFFINE, 1, 1, 1);
        try (LogCapture log = new LogCapture();
                RawPartner partner = new RawPartner(answer);
                EngineFixture fixture = fixture("http://127.0.0.1:" + partner.port() + "/", patient)) {
            assertThat(fixture.post("Catching", request("x")).body()).contains(">good<");
            answered.release();
            assertThat(ended.tryAcquire(60, TimeUnit.SECONDS))
                    .as("the engine closes the connection that has brought a second answer")
                    .isTrue();
            for (int i = 2; i <= 4; i++) {
                assertThat(fixture.post("Catching", request("x")).body()).contains(">good<");
                assertThat(ended.tryAcquire(60, TimeUnit.SECONDS))
                        .as("the engine keeps no connection to such a partner")
                        .isTrue();
                assertThat(partner.connections.get()).isEqualTo(i);
            }
            assertThat(log.records)
                    .filteredOn(line -> line.getMessage().contains("has sent more than the answer"))
                    .hasSize(1);
            assertThat(fixture.engine.counters().value(Counter.CALLS_FAILED)).isZero();
        }
    }

    @Test
    void shouldTrustThePartnerWhenItEndsAnIdleConnectionWithAWord() throws Exception {
        Semaphore answered = new Semaphore(0);
        Semaphore ended = new Semaphore(0);
        AtomicBoolean first = new AtomicBoolean(true);
        RawPartner.Answer answer = socket -> {
            socket.getOutputStream().write(GOOD.getBytes(StandardCharsets.ISO_8859_1));
            if (first.getAndSet(false)) {
                answered.acquireUninterruptibly();
                socket.getOutputStream()
                        .write("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
                                .getBytes(StandardCharsets.ISO_8859_1));
                socket.close();
                ended.release();
            }
        };
        EngineConfiguration patient = EngineFixture.CONFIGURATION.withThreads(SchedulingPolicy.AFFINE, 1, 1, 1);
        try (RawPartner partner = new RawPartner(answer);
                EngineFixture fixture = fixture("http://127.0.0.1:" + partner.port() + "/", patient)) {
            assertThat(fixture.post("Catching", request("x")).body()).contains(">good<");
            answered.release();
            assertThat(ended.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
            for (int i = 0; i < 5; i++) {
                assertThat(fixture.post("Catching", request("x")).body()).contains(">good<");
            }
            assertThat(partner.connections.get()).isEqualTo(2);
            assertThat(fixture.engine.counters().value(Counter.CALLS_FAILED)).isZero();
        }
    }
}
