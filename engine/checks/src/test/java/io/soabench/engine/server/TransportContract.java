package io.soabench.engine.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.EventLoop;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.uring.IoUringIoHandler;
import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.server.transport.Transport;
import io.soabench.engine.server.transport.TransportOption;
import io.soabench.testing.TestPorts;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The promises of an engine to its clients and partners, for every transport. Transports that the machine does not have
 * are skipped.
 */
@Tag("it")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
abstract class TransportContract {
    private static final String ASKING = EngineFixture.ASK + EngineFixture.RESPOND;
    private static final String CATCHING =
            "<scope><faultHandlers><catchAll><assign><copy><from>'caught'</from><to>$response.body</to>"
                    + "</copy></assign></catchAll></faultHandlers><sequence>" + ASKING + "</sequence></scope>";
    private static final Map<TransportOption, Class<? extends IoHandler>> HANDLERS = Map.of(
            TransportOption.NIO, NioIoHandler.class,
            TransportOption.IO_URING, IoUringIoHandler.class);
    private static final int PATIENCE_MS = 60_000;

    private final TransportOption wish;

    @TempDir
    private Path folder;

    TransportContract(TransportOption wish) {
        this.wish = wish;
    }

    @BeforeEach
    void skipWhereThereIsNone() {
        Optional<String> obstacle = Transport.valueOf(wish.name()).obstacle();
        assumeTrue(obstacle.isEmpty(), () -> wish.text() + ": " + obstacle.orElseThrow());
    }

    /** Returns a configuration with one event loop, so that the order of its work matters. */
    private EngineConfiguration configuration() {
        return EngineFixture.CONFIGURATION
                .withThreads(SchedulingPolicy.AFFINE, 1, 1, 1)
                .but()
                .transport(wish)
                .build();
    }

    private EngineFixture fixture(String name, String content, String partner) throws Exception {
        EngineFixture fixture = new EngineFixture(configuration());
        Map<String, byte[]> archive =
                EngineFixture.archive(name, content, partner == null ? fixture.partner.url() : partner);
        fixture.engine.deployer().deploy(name, archive);
        return fixture;
    }

    private static byte[] post(String name, String id, String more) {
        byte[] body = EngineFixture.request(id).getBytes(StandardCharsets.UTF_8);
        return ("POST /processes/" + name + " HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\n" + more
                        + "Content-Length: " + body.length + "\r\n\r\n" + new String(body, StandardCharsets.UTF_8))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static Socket client(EngineFixture fixture) throws IOException {
        Socket client = new Socket(InetAddress.getLoopbackAddress(), fixture.engine.port());
        client.setSoTimeout(PATIENCE_MS);
        return client;
    }

    /** Reads the body of the next answer on a connection. */
    private static String answer(InputStream input) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.US_ASCII).endsWith("\r\n\r\n")) {
            int next = input.read();
            assertThat(next).as("after: " + head).isNotNegative();
            head.write(next);
        }
        int length = Integer.parseInt(
                head.toString(StandardCharsets.US_ASCII).replaceAll("(?is).*content-length: *(\\d+).*", "$1"));
        return new String(input.readNBytes(length), StandardCharsets.UTF_8);
    }

    @Test
    void shouldUseTheTransportThatIsWished() throws Exception {
        try (EngineFixture fixture = fixture("Plain", "", null)) {
            IoEventLoop loop =
                    (IoEventLoop) fixture.engine.replicas().get(0).http().next();

            HANDLERS.forEach((transport, handler) ->
                    assertThat(loop.isIoType(handler)).as(transport.text()).isEqualTo(transport == wish));
        }
    }

    @Test
    void shouldAnswerInOrderOnOneConnection() throws Exception {
        try (EngineFixture fixture = fixture("Plain", ASKING, null);
                Socket client = client(fixture)) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (int i = 0; i < 50; i++) {
                all.write(post("Plain", "r" + i, ""));
            }
            client.getOutputStream().write(all.toByteArray());
            for (int i = 0; i < 50; i++) {
                assertThat(answer(client.getInputStream())).contains(">a-r" + i + "<");
            }
            // The connection is as good afterwards.
            client.getOutputStream().write(post("Plain", "last", ""));
            assertThat(answer(client.getInputStream())).contains(">a-last<");
            assertThat(fixture.engine.counters().value(Counter.ERRORS)).isZero();
        }
    }

    /**
     * Answers that are written while an earlier one is on its way go out together. When that happened to two connections in one turn of
     * the event loop, an assertion of Netty 4.2.10 ended the loop, and with it all its connections.
     */
    @Test
    void shouldAnswerManyRequestsOfTwoClientsInOneTurn() throws Exception {
        byte[] ask = "GET /processes/Plain?wsdl HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        try (EngineFixture fixture = fixture("Plain", ASKING, null);
                Socket one = client(fixture);
                Socket other = client(fixture)) {
            List<Socket> clients = List.of(one, other);
            for (Socket client : clients) {
                client.getOutputStream().write(ask);
                answer(client.getInputStream());
            }
            ByteArrayOutputStream many = new ByteArrayOutputStream();
            for (int i = 0; i < 5; i++) {
                many.writeBytes(ask);
            }
            Semaphore released = occupy(fixture);
            for (Socket client : clients) {
                client.getOutputStream().write(many.toByteArray());
            }
            released.release();

            for (Socket client : clients) {
                for (int i = 0; i < 5; i++) {
                    assertThat(answer(client.getInputStream())).contains("definitions>");
                }
            }
            assertThat(fixture.engine.counters().value(Counter.ERRORS)).isZero();
        }
    }

    @Test
    void shouldAnswerAClientThatHasSaidItSendsNoMore() throws Exception {
        try (EngineFixture fixture = fixture("Plain", ASKING, null);
                Socket client = client(fixture)) {
            client.getOutputStream().write(post("Plain", "hold", ""));
            client.shutdownOutput();
            assertThat(fixture.partner.received(1)).isTrue();
            fixture.partner.held.release();

            assertThat(answer(client.getInputStream())).contains(">a-hold<");
            assertThat(client.getInputStream().read())
                    .as("then the engine closes")
                    .isNegative();
        }
    }

    @Test
    void shouldSendLargeAnswersWholeToAClientThatReadsLate() throws Exception {
        try (EngineFixture fixture = fixture("Plain", ASKING, null);
                Socket client = new Socket()) {
            client.setReceiveBufferSize(8_192);
            client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), fixture.engine.port()));
            client.setSoTimeout(PATIENCE_MS);
            client.getOutputStream().write(post("Plain", "large", ""));
            client.getOutputStream().write(post("Plain", "small", ""));
            try (Socket other = client(fixture)) {
                other.getOutputStream().write(post("Plain", "else", ""));
                assertThat(answer(other.getInputStream())).contains(">a-else<");
            }

            assertThat(answer(client.getInputStream())).hasSizeGreaterThan(ScriptedPartner.LARGE);
            assertThat(answer(client.getInputStream())).contains(">a-small<");
        }
    }

    @Test
    void shouldGoOnWhenAClientBreaksItsConnection() throws Exception {
        try (EngineFixture fixture = fixture("Plain", ASKING, null)) {
            for (int i = 1; i <= 10; i++) {
                try (Socket client = client(fixture)) {
                    client.getOutputStream().write(post("Plain", "hold", ""));
                    assertThat(fixture.partner.received(i)).isTrue();
                    client.setSoLinger(true, 0);
                }
                fixture.partner.held.release();
            }
            assertThat(fixture.post("Plain", EngineFixture.request("x")).body()).contains(">a-x<");
            assertThat(fixture.engine.counters().value(Counter.ERRORS)).isZero();
        }
    }

    @Test
    void shouldRaiseFaultsThatCanBeCaughtWhenPartnersFail() throws Exception {
        int nobody = TestPorts.next();
        try (RawPartner resets = new RawPartner(RawPartner.reset("HTTP/1.1 200 OK\r\n"));
                RawPartner closes = new RawPartner("", true);
                EngineFixture fixture = fixture("Nobody", CATCHING, "http://127.0.0.1:" + nobody + "/")) {
            for (Map.Entry<String, RawPartner> entry :
                    Map.of("Resets", resets, "Closes", closes).entrySet()) {
                fixture.engine
                        .deployer()
                        .deploy(
                                entry.getKey(),
                                EngineFixture.archive(
                                        entry.getKey(),
                                        CATCHING,
                                        "http://127.0.0.1:" + entry.getValue().port() + "/"));
            }
            for (String name : List.of("Nobody", "Resets", "Closes")) {
                assertThat(fixture.post(name, EngineFixture.request("x")).body())
                        .as(name)
                        .contains(">caught<");
            }
            assertThat(resets.requests.get()).isEqualTo(1);
            assertThat(closes.requests.get()).isEqualTo(1);
            assertThat(fixture.engine.counters().value(Counter.ERRORS)).isZero();
        }
    }

    /** The part of an answer and the reset are in the socket together when the event loop reads. */
    @Test
    void shouldRaiseAFaultAtOnceWhenAPartnerBreaksOffWithinAnAnswer() throws Exception {
        BlockingQueue<Socket> asked = new LinkedBlockingQueue<>();
        try (RawPartner partner = led(asked);
                EngineFixture fixture = fixture("Plain", CATCHING, "http://127.0.0.1:" + partner.port() + "/");
                Socket client = client(fixture)) {
            for (int i = 0; i < 5; i++) {
                client.getOutputStream().write(post("Plain", "x", ""));
                Socket breaking = next(asked);
                Semaphore released = occupy(fixture);
                write(breaking, "HTTP/1.1 200 OK\r\n");
                breaking.setSoLinger(true, 0);
                breaking.close();
                released.release();

                assertThat(answer(client.getInputStream())).contains(">caught<");
            }
        }
    }

    /** Returns a partner whose connections the test writes to and closes itself. */
    private static RawPartner led(BlockingQueue<Socket> asked) throws IOException {
        return new RawPartner(asked::add);
    }

    private static String good(String word) {
        return RawPartner.http(
                "200 OK",
                ScriptedPartner.envelope("<p:answer xmlns:p=\"urn:fixture:partner\">" + word + "</p:answer>"));
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Blocks the only event loop, which then finds all events at once. */
    private static Semaphore occupy(EngineFixture fixture) throws InterruptedException {
        Semaphore occupied = new Semaphore(0);
        Semaphore released = new Semaphore(0);
        fixture.engine.replicas().get(0).http().next().execute(() -> {
            occupied.release();
            released.acquireUninterruptibly();
        });
        assertThat(occupied.tryAcquire(PATIENCE_MS, TimeUnit.MILLISECONDS)).isTrue();
        return released;
    }

    private static Socket next(BlockingQueue<Socket> asked) throws InterruptedException {
        Socket socket = asked.poll(PATIENCE_MS, TimeUnit.MILLISECONDS);
        assertThat(socket).as("a call of the engine").isNotNull();
        return socket;
    }

    @Test
    void shouldNotSendOnAConnectionThatThePartnerHasClosed() throws Exception {
        BlockingQueue<Socket> asked = new LinkedBlockingQueue<>();
        try (RawPartner partner = led(asked);
                EngineFixture fixture = fixture("Plain", ASKING, "http://127.0.0.1:" + partner.port() + "/");
                Socket client = client(fixture)) {
            client.getOutputStream().write(post("Plain", "x", ""));
            Socket kept = next(asked);
            write(kept, good("good"));
            assertThat(answer(client.getInputStream())).contains(">good<");
            for (int i = 1; i <= 10; i++) {
                Semaphore released = occupy(fixture);
                client.getOutputStream().write(post("Plain", "x", ""));
                kept.close();
                released.release();
                Socket other = next(asked);

                assertThat(other).isNotSameAs(kept);
                write(other, good("good"));
                assertThat(answer(client.getInputStream())).contains(">good<");
                kept = other;
            }
            assertThat(fixture.engine.counters().value(Counter.CALLS_FAILED)).isZero();
        }
    }

    /** Bytes before the call are no answer to it, also when the event loop gets request and bytes in the same turn. */
    @Test
    void shouldNotTakeForAnAnswerWhatCameBeforeTheCall() throws Exception {
        BlockingQueue<Socket> asked = new LinkedBlockingQueue<>();
        try (RawPartner partner = led(asked);
                EngineFixture fixture = fixture("Plain", ASKING, "http://127.0.0.1:" + partner.port() + "/");
                Socket client = client(fixture)) {
            client.getOutputStream().write(post("Plain", "x", ""));
            Socket first = next(asked);
            write(first, good("one"));
            assertThat(answer(client.getInputStream())).contains(">one<");
            Semaphore released = occupy(fixture);
            client.getOutputStream().write(post("Plain", "x", ""));
            write(first, good("stale"));
            released.release();
            Socket second = next(asked);

            assertThat(second).isNotSameAs(first);
            write(second, good("two"));
            assertThat(answer(client.getInputStream())).contains(">two<");
        }
    }

    @Test
    void shouldLeaveThePortWhenItStops() throws Exception {
        int port;
        CompletableFuture<HttpResponse<String>> given;
        try (EngineFixture fixture = new EngineFixture(configuration().withPorts(TestPorts.next(), 0))) {
            fixture.deploy("Plain", ASKING);
            port = fixture.engine.port();
            given = fixture.postLater("Plain", EngineFixture.request("hold"));
            assertThat(fixture.partner.received(1)).isTrue();

            assertThatThrownBy(() -> Engine.start(configuration().withPorts(port, 0), new SystemEngineClock()))
                    .isInstanceOf(EngineStartException.class)
                    .hasMessageStartingWith("host=127.0.0.1 port=" + port + " cannot be used: ");
            fixture.engine.drain(Duration.ZERO);
            assertThatThrownBy(() -> client(fixture)).isInstanceOf(IOException.class);
            fixture.partner.held.release();
            assertThat(given.get(PATIENCE_MS, TimeUnit.MILLISECONDS).body()).contains(">a-hold<");
        }
        Engine.start(configuration().withPorts(port, 0), new SystemEngineClock())
                .close();
    }

    /** A loop of Netty that is shut down while it has work may end without closing its sockets. */
    @Test
    void shouldCloseItsConnectionsWhenItStopsWhileItsLoopWorks() throws Exception {
        EngineFixture fixture = fixture("Plain", ASKING, null);
        try (Socket client = client(fixture)) {
            client.getOutputStream().write(post("Plain", "one", ""));
            assertThat(answer(client.getInputStream())).contains(">a-one<");
            EventLoop loop = fixture.engine.replicas().get(0).http().next();
            long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
            loop.execute(() -> {
                while (!loop.isShuttingDown() && System.nanoTime() - endNs < 0) {
                    LockSupport.parkNanos(1_000_000);
                }
            });

            fixture.close();

            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void shouldServeFromReplicasThatShareThePort() throws Exception {
        try (ScriptedPartner partner = new ScriptedPartner();
                EngineProcess engine = EngineProcess.start(
                        folder,
                        "128m",
                        ASKING,
                        partner.url(),
                        List.of("--transport", wish.text(), "--replicas", "2", "--replica-kind", "processes"))) {
            List<URI> at = ready(engine);
            for (int i = 0; i < 20; i++) {
                HttpResponse<String> answer = HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(URI.create(at.get(0) + "/Plain"))
                                        .POST(HttpRequest.BodyPublishers.ofString(EngineFixture.request("i" + i)))
                                        .build(),
                                HttpResponse.BodyHandlers.ofString());
                assertThat(answer.body()).contains(">a-i" + i + "<");
            }
            engine.process.toHandle().destroy();
            assertThat(engine.process.waitFor(PATIENCE_MS, TimeUnit.MILLISECONDS))
                    .isTrue();
        }
    }

    /** Waits until the engine is ready, and checks its earlier message about its transport. */
    private List<URI> ready(EngineProcess engine) throws IOException {
        BufferedReader output = engine.output;
        assertThat(output.readLine()).startsWith("configuration ").contains(", transport=" + wish.text() + ",");
        assertThat(output.readLine()).isEqualTo("--transport " + wish.text() + ": it is used.");
        return engine.ready();
    }
}
