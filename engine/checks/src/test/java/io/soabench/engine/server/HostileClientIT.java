package io.soabench.engine.server;

import static io.soabench.engine.server.EngineFixture.ASK;
import static io.soabench.engine.server.EngineFixture.RESPOND;
import static io.soabench.engine.server.EngineFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.server.request.ClientLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Slow, many or malicious clients must be refused, while the others are served. */
@Tag("it")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class HostileClientIT {
    private static final String POST = "POST /processes/Plain HTTP/1.1\r\nHost: x\r\n";
    private static final ClientLimits HASTY = new ClientLimits(
            20,
            Duration.ofSeconds(3),
            Duration.ofMillis(1_500),
            Duration.ofSeconds(2),
            ClientLimits.DEFAULT.admission());

    private static EngineFixture fixture;
    private LogCapture log;

    @BeforeAll
    static void start() throws Exception {
        fixture = new EngineFixture(EngineFixture.CONFIGURATION.withClients(HASTY));
        fixture.deploy("Plain", ASK + RESPOND);
    }

    @AfterAll
    static void stop() {
        fixture.close();
    }

    @BeforeEach
    void capture() {
        log = new LogCapture();
    }

    @AfterEach
    void release() {
        log.close();
    }

    private static Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), fixture.engine.port());
        socket.setSoTimeout(60_000);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String exchange(String text) throws IOException {
        try (Socket socket = connect()) {
            send(socket, text);
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PO",
                "POST /processes/Plain HTTP/1.1\r\nHost: x\r\nX: ",
                "POST /processes/Plain HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nabc",
                "POST /processes/Plain HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"
            })
    void shouldCutOffWhenSenderIsSlowAndServeTheOthers(String start) throws Exception {
        List<CompletableFuture<HttpResponse<String>>> others = new ArrayList<>();
        try (Socket socket = connect()) {
            send(socket, start);
            for (int i = 0; i < 100; i++) {
                others.add(fixture.postLater("Plain", request("n" + i % 10)));
                if (others.size() >= 10) {
                    assertThat(others.remove(0).get(120, TimeUnit.SECONDS).statusCode())
                            .isEqualTo(200);
                }
            }
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 408 ").contains("Connection: close");
        }
        for (CompletableFuture<HttpResponse<String>> other : others) {
            assertThat(other.get(120, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void shouldCutOffWhenSenderDripsBytes() throws Exception {
        try (Socket socket = connect()) {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            boolean cut = false;
            while (!cut && System.nanoTime() < end) {
                try {
                    send(socket, "P");
                    cut = socket.getInputStream().available() > 0;
                } catch (IOException e) {
                    cut = true;
                }
                CompletableFuture.runAsync(() -> {}, CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS))
                        .join();
            }
            assertThat(cut).isTrue();
        }
    }

    @Test
    void shouldCloseSilentlyWhenConnectionIsIdle() throws Exception {
        try (Socket socket = connect()) {
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        assertThat(log.records).isEmpty();
    }

    /** Opens more connections than may be open; returns whether one of them was refused before an idle one was closed. */
    private static boolean refusedWhenFull() throws IOException {
        List<Socket> held = new ArrayList<>();
        try {
            boolean refused = false;
            for (int i = 0; i < HASTY.maxConnections() + 5 && !refused; i++) {
                Socket socket = connect();
                held.add(socket);
                socket.setSoTimeout(100);
                if (i >= HASTY.maxConnections() - 1) {
                    try {
                        byte[] answer = socket.getInputStream().readNBytes(12);
                        refused = new String(answer, StandardCharsets.US_ASCII).equals("HTTP/1.1 503");
                    } catch (java.net.SocketTimeoutException e) {
                        refused = false;
                    }
                }
            }
            return refused;
        } finally {
            for (Socket socket : held) {
                socket.close();
            }
        }
    }

    @Test
    void shouldRefuseWhenThereAreTooManyConnections() throws Exception {
        long before = fixture.engine.counters().value(Counter.REQUESTS_REFUSED);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        boolean refused = refusedWhenFull();
        while (!refused && System.nanoTime() < end) {
            refused = refusedWhenFull();
        }
        assertThat(refused).isTrue();
        assertThat(fixture.engine.counters().value(Counter.REQUESTS_REFUSED)).isGreaterThan(before);
        String answer;
        do {
            answer = exchange("GET /processes/Plain?wsdl HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        } while (!answer.startsWith("HTTP/1.1 200 ") && System.nanoTime() < end);
        assertThat(answer).startsWith("HTTP/1.1 200 ");
    }

    @ParameterizedTest
    @CsvSource({
        "414, target",
        "414, endless",
        "431, headers",
        "431, head",
        "431, trailers",
        "400, control",
        "400, chunkSize",
        "400, noChunkSize",
        "400, chunkEnd",
        "413, chunkHuge",
        "413, length",
        "400, chunkExtension",
        "400, chunkJunk",
        "400, trailer",
        "400, noHost",
        "400, twoHosts",
        "400, badHost",
        "400, minorVersion",
        "400, twoCodings",
        "400, lengthAndCoding",
        "501, unknownMethod",
        "505, version",
        "501, coding",
        "400, folded",
        "400, emptyLines",
        "415, type",
        "415, gzip",
        "415, multipart",
        "405, method"
    })
    void shouldRefuseWhenHttpIsNotAcceptable(int status, String what) throws Exception {
        String end = "Connection: close\r\n\r\n";
        String bare = "POST /processes/Plain HTTP/1.1\r\n";
        String chunked = POST + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n";
        String text =
                switch (what) {
                    case "target" -> "POST /" + "a".repeat(9_000) + " HTTP/1.1\r\n" + end;
                    case "endless" -> "G".repeat(20_000);
                    case "headers" -> POST + "A: b\r\n".repeat(200) + end;
                    case "head" -> POST + "A: " + "b".repeat(20_000);
                    case "trailers" -> chunked + "0\r\n" + "A: b\r\n".repeat(200) + "\r\n";
                    case "control" -> POST + "A: b\u0000c\r\n" + end;
                    case "chunkSize" -> chunked + "-5\r\nhello\r\n";
                    case "noChunkSize" -> chunked + ";x\r\nhello\r\n";
                    case "chunkEnd" -> chunked + "2\r\nhello\r\n";
                    case "chunkHuge" -> chunked + "fffffff\r\n";
                    case "chunkExtension" -> chunked + "5;a\nb\r\nhello\r\n0\r\n\r\n";
                    case "chunkJunk" -> chunked + "5 x\r\nhello\r\n0\r\n\r\n";
                    case "trailer" -> chunked + "0\r\nContent-Length: 5\r\n\r\n";
                    case "noHost" -> bare + end;
                    case "twoHosts" -> bare + "Host: x\r\nHost: y\r\n" + end;
                    case "badHost" -> bare + "Host: x/y\r\n" + end;
                    case "minorVersion" -> "POST /processes/Plain HTTP/1.X\r\nHost: x\r\n" + end;
                    case "twoCodings" -> POST + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n" + end;
                    case "lengthAndCoding" -> POST + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n" + end;
                    case "unknownMethod" -> "POKE /processes/Plain HTTP/1.1\r\nHost: x\r\n" + end;
                    case "length" -> POST + "Content-Length: 99999999999\r\n" + end;
                    case "version" -> "POST /processes/Plain HTTP/2.0\r\n" + end;
                    case "coding" -> POST + "Transfer-Encoding: gzip\r\n" + end;
                    case "folded" -> POST + "X: y\r\n z\r\n" + end;
                    case "emptyLines" -> "\r\n\r\n" + POST + end;
                    case "gzip" ->
                        POST + "Content-Type: text/xml\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n" + end + "{}";
                    case "multipart" ->
                        POST + "Content-Type: multipart/related; type=\"text/xml\"; boundary=b\r\nContent-Length: 2\r\n"
                                + end + "{}";
                    case "type" -> POST + "Content-Type: application/json\r\nContent-Length: 2\r\n" + end + "{}";
                    default -> "DELETE /processes/Plain HTTP/1.1\r\nHost: x\r\n" + end;
                };
        String answer = exchange(text);
        assertThat(answer).startsWith("HTTP/1.1 " + status + " ").contains("Connection: close");
        if (status == 405) {
            assertThat(answer).contains("Allow: GET, HEAD, POST");
        }
        assertThat(answer.contains("\r\nAccept-Encoding: identity\r\n") && answer.contains("'gzip'"))
                .isEqualTo(what.equals("gzip"));
        assertThat(answer.contains("Multipart")).isEqualTo(what.equals("multipart"));
        assertThat(fixture.post("Plain", request("fine")).statusCode()).isEqualTo(200);
    }

    @Test
    void shouldAnswerWhenAnEmptyLineIsSentBehindABody() throws Exception {
        StringBuilder text = new StringBuilder("\r\n");
        for (int i = 0; i < 3; i++) {
            String body = request("line" + i);
            text.append(POST)
                    .append(i == 2 ? "Connection: close\r\n" : "")
                    .append("Content-Length: ")
                    .append(body.length())
                    .append("\r\n\r\n")
                    .append(body)
                    .append("\r\n");
        }
        assertThat(exchange(text.toString())).contains("a-line0", "a-line1", "a-line2");
    }

    @Test
    void shouldAnswerHeadWithoutContentAndWithoutCountingIt() throws Exception {
        long before = fixture.engine.counters().value(Counter.REQUESTS_REJECTED);

        String answers = exchange(String.join(
                "\r\n",
                "HEAD /processes/Plain?wsdl HTTP/1.1",
                "Host: x",
                "",
                "HEAD / HTTP/1.1",
                "Host: x",
                "",
                "HEAD /processes/Plain HTTP/1.1",
                "Host: x",
                "Connection: close",
                "",
                ""));

        assertThat(answers.lines().map(line -> line.startsWith("Date: ") ? "Date" : line))
                .containsExactly(
                        "HTTP/1.1 200 OK",
                        "Date",
                        "",
                        "HTTP/1.1 404 Not Found",
                        "Date",
                        "",
                        "HTTP/1.1 404 Not Found",
                        "Date",
                        "Connection: close",
                        "");
        assertThat(fixture.engine.counters().value(Counter.REQUESTS_REJECTED)).isEqualTo(before);
    }

    @Test
    void shouldNotHoardWhenChunksAreMostlyFraming() throws Exception {
        StringBuilder text = new StringBuilder(POST).append("Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n");
        for (char c : request("framed").toCharArray()) {
            text.append("1;").append("x".repeat(500)).append("\r\n").append(c).append("\r\n");
        }
        assertThat(exchange(text + "0\r\n\r\n")).contains("a-framed");
    }

    @Test
    void shouldAnswerWhenClientSendsNoMore() throws Exception {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 3; i++) {
            String body = request("half" + i);
            text.append(POST)
                    .append("Content-Length: ")
                    .append(body.length())
                    .append("\r\n\r\n")
                    .append(body);
        }
        try (Socket socket = connect()) {
            send(socket, text + POST);
            socket.shutdownOutput();
            String answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            // What was whole is answered, and then the connection ends.
            assertThat(answers.split("HTTP/1.1 200 OK", -1)).hasSize(4);
            assertThat(answers).contains("a-half0", "a-half1", "a-half2").doesNotContain("HTTP/1.1 4");
        }
    }

    @Test
    void shouldAnswerClientFaultWhenXmlIsHostile() throws Exception {
        int before = (int) fixture.engine.counters().value(Counter.INSTANCES_STARTED);
        String bomb = "<!DOCTYPE b [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">"
                + "<!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;\">]>";
        StringBuilder attributes = new StringBuilder();
        for (int i = 0; i < 129; i++) {
            attributes.append(" a").append(i).append("=\"\"");
        }
        List<String> hostile = List.of(
                bomb + request("&c;"),
                "<!DOCTYPE x SYSTEM \"http://127.0.0.1:1/x.dtd\">" + request("x"),
                "<!DOCTYPE x [<!ENTITY % p SYSTEM \"file:///etc/passwd\">%p;]>" + request("x"),
                request("<a" + attributes + "/>"),
                request("<a>".repeat(100_000)),
                request("<a>".repeat(300) + "</a>".repeat(300)),
                request("<a x='1' x='2'/>"),
                request("&#0;"),
                request("<p:undeclared/>"),
                "\u0000\u0001\u0002");
        for (String body : hostile) {
            HttpResponse<String> answer = fixture.post("Plain", body);
            assertThat(answer.statusCode())
                    .as(body.substring(0, Math.min(80, body.length())))
                    .isEqualTo(400);
            assertThat(answer.body()).contains("soapenv:Client").doesNotContain("root:");
        }
        assertThat(fixture.engine.counters().value(Counter.INSTANCES_STARTED)).isEqualTo(before);
        assertThat(log.records).hasSizeLessThanOrEqualTo(1);
        assertThat(fixture.post(
                                "Plain",
                                request("fine").replace("<c:id>", "<c:id x=\"" + "y".repeat(1_000_000) + "\">"))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void shouldLogAtMostOneLineWhenManyOfOneKindAreRefused() throws Exception {
        try (EngineFixture fresh = new EngineFixture()) {
            for (int i = 0; i < 20; i++) {
                assertThat(fresh.post("Nowhere", request("x")).statusCode()).isEqualTo(404);
            }
        }
        List<LogRecord> lines = log.records.stream()
                .filter(line -> line.getMessage().contains("Nowhere"))
                .toList();
        assertThat(lines).hasSize(1);
        assertThat(lines.get(0).getThrown()).isNull();
    }
}
