package io.soabench.engine.server;

import static io.soabench.engine.server.Conditions.await;
import static io.soabench.engine.server.EngineFixture.ASK;
import static io.soabench.engine.server.EngineFixture.RESPOND;
import static io.soabench.engine.server.EngineFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.server.request.ClientLimits;
import io.soabench.engine.server.tls.TlsSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Services and the admin interface over TLS, with clients that behave and clients that do not. */
@Tag("it")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class TlsIT {
    private static final ClientLimits HASTY = new ClientLimits(
            40,
            Duration.ofSeconds(4),
            Duration.ofMillis(2_500),
            Duration.ofSeconds(3),
            ClientLimits.DEFAULT.admission());

    /** A hello of TLS 1.1 with one cipher suite, in one record. */
    private static final byte[] HELLO_OF_1_1 =
            HexFormat.of().parseHex("160301002d010000290302" + "00".repeat(32) + "00" + "0002" + "002f" + "0100");

    @TempDir
    private static Path folder;

    private static SSLContext trusting;
    private static TlsSettings settings;
    private static EngineFixture fixture;
    private LogCapture log;

    @BeforeAll
    static void start() throws Exception {
        TestAuthority authority = new TestAuthority(folder);
        TestAuthority.Issued own = authority.issue("engine", "ip:127.0.0.1");
        trusting = authority.context(null, "");
        settings = new TlsSettings(own.certificate(), own.key(), true, null, null, null);
        fixture = new EngineFixture(
                EngineFixture.CONFIGURATION
                        .withClients(HASTY)
                        .but()
                        .tls(settings)
                        .build(),
                trusting);
        fixture.deploy("Plain", ASK + RESPOND);
    }

    @AfterAll
    static void stop() {
        fixture.close();
    }

    /** Returns the number of open connections of clients. */
    private static int open() {
        return fixture.engine.replicas().stream()
                .mapToInt(replica -> replica.clients().open())
                .sum();
    }

    @BeforeEach
    void capture() throws Exception {
        log = new LogCapture();
        await("the end of the connections of the test before", () -> open() <= 1);
    }

    @AfterEach
    void release() {
        log.close();
        assertThat(fixture.engine.counters().value(Counter.ERRORS)).isZero();
    }

    private static Socket bare() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), fixture.engine.port());
        socket.setSoTimeout(60_000);
        return socket;
    }

    private static SSLSocket connect(Socket bare, String... protocols) throws IOException {
        SSLSocket socket =
                (SSLSocket) trusting.getSocketFactory().createSocket(bare, "127.0.0.1", bare.getPort(), true);
        if (protocols.length > 0) {
            socket.setEnabledProtocols(protocols);
        }
        return socket;
    }

    private static String post(String id, String headers) {
        String body = request(id);
        return "POST /processes/Plain HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\n" + headers + "Content-Length: "
                + body.length() + "\r\n\r\n" + body;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String all(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Reads until a number of answers have come. */
    private static String answers(Socket socket, int count) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        InputStream input = socket.getInputStream();
        byte[] buffer = new byte[8_192];
        String text = "";
        while (text.split("</soapenv:Envelope>", -1).length <= count) {
            int read = input.read(buffer);
            assertThat(read).as("bytes behind " + text).isPositive();
            bytes.write(buffer, 0, read);
            text = bytes.toString(StandardCharsets.UTF_8);
        }
        return text;
    }

    /** Asks on a new connection: a kept one may reach its limit of idle time while the request is on its way. */
    private static void assertServed() throws IOException {
        try (SSLSocket socket = connect(bare())) {
            send(socket, post("x", "Connection: close\r\n"));
            assertThat(all(socket)).contains(">a-x<");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void shouldKeepTheConnectionAndAnswerPipelinedRequestsInOrder(String protocol) throws Exception {
        try (SSLSocket socket = connect(bare(), protocol)) {
            send(socket, post("one", ""));
            assertThat(answers(socket, 1)).contains(">a-one<");
            send(socket, post("two", "") + post("three", "") + post("four", "Connection: close\r\n"));
            assertThat(all(socket)).containsSubsequence(">a-two<", ">a-three<", ">a-four<", "</soapenv:Envelope>");
            assertThat(socket.getSession().getProtocol()).isEqualTo(protocol);
        }
    }

    @Test
    void shouldRefuseOlderProtocolsWithAnAlert() throws Exception {
        try (Socket socket = bare()) {
            socket.getOutputStream().write(HELLO_OF_1_1);
            // An alert (21) with two bytes: fatal (2), protocol version (70).
            assertThat(socket.getInputStream().readAllBytes()).startsWith(21, 3).endsWith(0, 2, 2, 70);
        }
        assertServed();
    }

    @Test
    void shouldIgnoreOtherNamesAndOtherProtocolsOfTheClient() throws Exception {
        try (SSLSocket socket = connect(bare())) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setServerNames(List.of(new SNIHostName("elsewhere.example")));
            parameters.setApplicationProtocols(new String[] {"h2", "spdy/3"});
            socket.setSSLParameters(parameters);
            send(socket, post("one", "Connection: close\r\n"));
            assertThat(all(socket)).contains(">a-one<");
            assertThat(socket.getApplicationProtocol()).isEmpty();
        }
    }

    @Test
    void shouldAnswerHttpWithoutTlsBy400() throws Exception {
        try (Socket socket = bare()) {
            send(socket, post("one", ""));
            assertThat(all(socket))
                    .startsWith("HTTP/1.1 400 ")
                    .contains("Connection: close")
                    .endsWith("This port needs TLS; use an https address.\n");
        }
        assertServed();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "16", "160301", "1603010200010001fc0303"})
    void shouldEndHandshakeThatNeverEnds(String beginning) throws Exception {
        List<Socket> slow = new ArrayList<>();
        for (int i = 0; i < HASTY.maxConnections() - 2; i++) {
            Socket socket = bare();
            socket.getOutputStream().write(HexFormat.of().parseHex(beginning));
            slow.add(socket);
        }
        await("slow connections", () -> open() >= HASTY.maxConnections() - 2);
        assertServed();
        for (Socket socket : slow) {
            assertThat(socket.getInputStream().read()).isNegative();
            socket.close();
        }
        await("the end of the connections", () -> open() <= 1);
    }

    @Test
    void shouldCountHandshakesInTheLimitOfConnections() throws Exception {
        List<Socket> slow = new ArrayList<>();
        for (int i = 0; i < HASTY.maxConnections(); i++) {
            slow.add(bare());
        }
        await("as many connections as the engine takes", () -> open() >= HASTY.maxConnections());
        try (SSLSocket socket = connect(bare())) {
            assertThat(all(socket)).startsWith("HTTP/1.1 503 ").contains("as many connections as it takes");
        }
        for (Socket socket : slow) {
            socket.close();
        }
    }

    @Test
    void shouldEndConnectionAloneWhenRecordsAreHostile() throws Exception {
        Random random = new Random(23);
        for (int i = 0; i < 300; i++) {
            byte[] bytes = new byte[1 + random.nextInt(600)];
            random.nextBytes(bytes);
            if (i % 2 == 0) {
                // The beginning of a record of a handshake, of a possible length.
                byte[] record = {22, 3, 1, (byte) ((bytes.length - 5) >> 8), (byte) (bytes.length - 5), 1};
                System.arraycopy(record, 0, bytes, 0, Math.min(record.length, bytes.length));
            }
            try (Socket socket = bare()) {
                socket.getOutputStream().write(bytes);
                socket.shutdownOutput();
                socket.getInputStream().readAllBytes();
            } catch (SocketException e) {
                // The engine has closed before it has read everything.
            }
        }
        assertServed();
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void shouldEndConnectionAloneWhenRecordIsForged(String protocol) throws Exception {
        try (Socket bare = bare();
                SSLSocket socket = connect(bare, protocol)) {
            send(socket, post("one", ""));
            assertThat(answers(socket, 1)).contains(">a-one<");
            byte[] forged = new byte[40];
            System.arraycopy(new byte[] {23, 3, 3, 0, 35}, 0, forged, 0, 5);
            bare.getOutputStream().write(forged);
            assertThatThrownBy(() -> all(socket)).isInstanceOf(SSLException.class);
        }
        assertServed();
    }

    @Test
    void shouldAnswerCompleteRequestWhenTheConnectionIsCutOff() throws Exception {
        try (Socket bare = bare();
                SSLSocket socket = connect(bare)) {
            send(socket, post("one", ""));
            bare.shutdownOutput();
            assertThat(answers(socket, 1)).contains(">a-one<");
        }
    }

    @Test
    void shouldStartNothingWhenRequestIsCutOff() throws Exception {
        long started = fixture.engine.counters().value(Counter.INSTANCES_STARTED);
        try (Socket bare = bare();
                SSLSocket socket = connect(bare)) {
            String whole = post("one", "");
            send(socket, whole.substring(0, whole.length() - 20));
            bare.shutdownOutput();
            assertThat(all(socket)).isEmpty();
        }
        assertThat(fixture.engine.counters().value(Counter.INSTANCES_STARTED)).isEqualTo(started);
    }

    /** In TLS 1.3, a client that has sent its last request may say so before the answer has come. */
    @Test
    void shouldAnswerWhenTheClientHasEndedItsSide() throws Exception {
        try (SSLSocket socket = connect(bare(), "TLSv1.3")) {
            send(socket, post("hold", ""));
            assertThat(fixture.partner.received(1)).isTrue();
            socket.shutdownOutput();
            fixture.partner.held.release();
            assertThat(all(socket)).contains(">a-hold<");
        }
    }

    @Test
    void shouldEndWhenTheClientOf12HasEnded() throws Exception {
        SSLSocket socket = connect(bare(), "TLSv1.2");
        send(socket, post("one", ""));
        assertThat(answers(socket, 1)).contains(">a-one<");
        socket.close();
        await("the end of the connections", () -> open() <= 1);
        assertServed();
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void shouldSendLargeAnswersToSlowReaders(String protocol) throws Exception {
        try (SSLSocket socket = connect(bare(), protocol)) {
            send(socket, post("large", "") + post("two", "Connection: close\r\n"));
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
            String text = all(socket);
            assertThat(text).hasSizeGreaterThan(ScriptedPartner.LARGE).contains(">a-two<");
        }
    }

    @Test
    void shouldCloseWhenTheClientReadsNoAnswers() throws Exception {
        try (Socket bare = bare();
                SSLSocket socket = connect(bare)) {
            for (int i = 0; i < 20; i++) {
                send(socket, post("large", ""));
            }
            await("the end of the connections", () -> open() <= 1);
        } catch (SocketException e) {
            // The engine has closed while the client wrote.
        }
        assertServed();
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void shouldResumeSessions(String protocol) throws Exception {
        long created = 0;
        for (int i = 0; i < 5; i++) {
            try (SSLSocket socket = connect(bare(), protocol)) {
                send(socket, post("one", "Connection: close\r\n"));
                assertThat(all(socket)).contains(">a-one<");
                if (i > 0) {
                    // A resumed session keeps the time at which its first handshake was.
                    assertThat(socket.getSession().getCreationTime()).isEqualTo(created);
                }
                created = socket.getSession().getCreationTime();
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
        }
    }

    @Test
    void shouldServeManyConnections() throws Exception {
        // On a busy machine, so many handshakes may take longer than a single one may.
        Duration minute = Duration.ofMinutes(1);
        EngineConfiguration wide = EngineFixture.CONFIGURATION
                .withClients(new ClientLimits(1_000, minute, minute, minute, HASTY.admission()))
                .but()
                .tls(settings)
                .build();
        try (EngineFixture many = new EngineFixture(wide, trusting)) {
            // Without a partner: Java's HttpServer closes some of so many connections.
            many.deploy("Echo", "<assign><copy><from>$request.body/c:id</from><to>$response.body</to></copy></assign>");
            List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
            for (int i = 0; i < 400; i++) {
                answers.add(many.postLater("Echo", request("n" + i)));
            }
            for (int i = 0; i < answers.size(); i++) {
                assertThat(answers.get(i).get(120, TimeUnit.SECONDS).body()).contains(">n" + i + "<");
            }
            assertThat(many.engine.counters().value(Counter.ERRORS)).isZero();
        }
    }

    @Test
    void shouldAnswerBeforeItStops() throws Exception {
        EngineConfiguration own =
                EngineFixture.CONFIGURATION.but().tls(settings).build();
        try (EngineFixture stopping = new EngineFixture(own, trusting)) {
            stopping.deploy("Plain", ASK + RESPOND);
            CompletableFuture<HttpResponse<String>> held = stopping.postLater("Plain", request("hold"));
            assertThat(stopping.partner.received(1)).isTrue();
            CompletableFuture<Boolean> drained =
                    CompletableFuture.supplyAsync(() -> stopping.engine.drain(Duration.ofSeconds(20)));
            stopping.partner.held.release();
            assertThat(drained.get(120, TimeUnit.SECONDS)).isTrue();
            assertThat(held.get(120, TimeUnit.SECONDS).body()).contains(">a-hold<");
        }
    }

    @Test
    void shouldNameItselfByHttps() throws Exception {
        assertThat(fixture.engine.url()).startsWith("https://127.0.0.1:");
        assertThat(fixture.get(fixture.engine.url() + "/processes/Plain?wsdl").body())
                .contains("\"" + fixture.engine.url() + "/processes/Plain\"");
    }

    @Test
    void shouldServeTheAdminInterfaceByTlsOnly() throws Exception {
        HttpClient client = HttpClient.newBuilder().sslContext(trusting).build();
        HttpResponse<String> health = client.send(
                HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + fixture.engine.adminPort() + "/health"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(health.statusCode()).isEqualTo(200);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), fixture.engine.adminPort())) {
            send(socket, "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(all(socket)).startsWith("HTTP/1.1 400 ").contains("This port needs TLS");
        }
    }

    @Test
    void shouldCloseAdminConnectionWhoseHandshakeNeverEnds() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), fixture.engine.adminPort())) {
            socket.setSoTimeout(60_000);
            assertThat(socket.getInputStream().read()).isNegative();
        }
    }

    @Test
    void shouldNotTakeAFailedHandshakeForAnErrorOfTheEngine() throws Exception {
        SSLContext stranger = SSLContext.getInstance("TLS");
        stranger.init(null, null, null);
        try (Socket bare = bare();
                SSLSocket socket =
                        (SSLSocket) stranger.getSocketFactory().createSocket(bare, "127.0.0.1", bare.getPort(), true)) {
            assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLHandshakeException.class);
        }
        assertServed();
        assertThat(log.records).noneMatch(line -> line.getMessage().contains("error of the engine"));
    }
}
