package io.soabench.load.http;

import static io.soabench.load.server.ScriptedServer.good;
import static io.soabench.load.server.ScriptedServer.http;
import static io.soabench.load.server.ScriptedServer.soap;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.load.server.ScriptedServer;
import io.soabench.plan.HostClock;
import io.soabench.plan.Outcome;
import io.soabench.testing.TestPorts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How requests are sent and answers are judged, whoever does it. */
public abstract class ExchangeContract {

    /** The one clock of a test and of what it tests: two of them differ by what the wall clock was adjusted between. */
    protected static final HostClock CLOCK = HostClock.system();

    private static final String ORDER = soap("<q:order xmlns:q='urn:q'>${uiid}</q:order>");
    private static final String FAULT =
            soap("<s:Fault><faultcode>s:Server</faultcode><faultstring>no &amp; never</faultstring></s:Fault>");

    /** How an exchange went. */
    public record Exchanged(Outcome outcome, int status, long bytesOut, long bytesIn, long endNs, String detail) {}

    /**
     * One client of one server.
     *
     * @param timeOutMs of each exchange
     * @param envelope with placeholders of the identifier
     */
    public record Terms(URI endpoint, long timeOutMs, boolean oneWay, String answerElement, String envelope) {

        /** Where to connect to. */
        public ServerAddress address() {
            return ServerAddress.clear(new InetSocketAddress(endpoint.getHost(), endpoint.getPort()));
        }

        /** What is sent. */
        public Requests requests() {
            return new Requests(
                    List.of(new Requests.Receiver(endpoint, "urn:order", new Expectation(oneWay, answerElement))),
                    List.of(envelope.getBytes(StandardCharsets.UTF_8)),
                    false);
        }
    }

    /** Sends one request after the other, with the identifier office.3.17~2. */
    public interface Client extends AutoCloseable {

        /** Sends one and waits for its end. */
        Exchanged call();

        /** Ends what is in flight. */
        void stop();

        /** Connections that there are. */
        int connections();

        /** How often closing one failed. */
        long closeFailures();

        /** Waits until the end of connections that the server has closed is here. */
        default void awaitClosed() {
            // On the loopback it is there when close returns.
        }

        @Override
        void close();
    }

    /** A client that has sent nothing yet. */
    protected abstract Client client(Terms terms);

    /** A time in which a connection is made for certain. */
    protected long connectingMs() {
        return 2_000;
    }

    /** The reason when nothing listens. */
    protected String refusal() {
        return "Connection refused";
    }

    private Client client(ScriptedServer server, long timeOutMs) {
        return client(new Terms(server.endpoint(), timeOutMs, false, "{urn:q}answer", ORDER));
    }

    private Exchanged once(byte[] answer) throws IOException {
        try (ScriptedServer server = new ScriptedServer((request, socket, out) -> {
                    out.write(answer);
                    socket.close();
                });
                Client client = client(server, 5_000)) {
            return client.call();
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void shouldBeOkWhenTheAnswerIsTheExpectedOne() throws IOException {
        Exchanged exchange = once(good());
        assertThat(exchange.outcome()).isEqualTo(Outcome.OK);
        assertThat(exchange.status()).isEqualTo(200);
        assertThat(exchange.bytesIn()).isEqualTo(good().length);
        assertThat(exchange.detail()).isEmpty();
    }

    @Test
    void shouldSendHeadersAndUiidWhenItCalls() throws IOException {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering());
                Client client = client(server, 5_000)) {
            Exchanged exchange = client.call();
            ScriptedServer.Request request = server.requests().get(0);
            assertThat(request.head())
                    .startsWith("POST /Sequential HTTP/1.1\r\nHost: 127.0.0.1:" + server.port() + "\r\n");
            assertThat(request.uiid()).isEqualTo("office.3.17~2");
            assertThat(request.header("SOAPAction")).isEqualTo("\"urn:order\"");
            assertThat(request.header("Content-Type")).isEqualTo("text/xml; charset=utf-8");
            assertThat(request.body()).isEqualTo(ORDER.replace("${uiid}", "office.3.17~2"));
            assertThat(exchange.bytesOut())
                    .isEqualTo(request.head().length() + request.body().length());
        }
    }

    @ParameterizedTest
    @CsvSource({"200 OK", "500 Internal Server Error"})
    void shouldBeFaultWhenTheBodyHoldsAFault(String status) throws IOException {
        Exchanged exchange = once(http(status, FAULT));
        assertThat(exchange.outcome()).isEqualTo(Outcome.FAULT);
        assertThat(exchange.detail()).isEqualTo("s:Server: no & never");
    }

    @ParameterizedTest
    @CsvSource({"500 Internal Server Error", "404 Not Found", "302 Found", "503 Busy"})
    void shouldBeHttpWhenTheStatusIsNoSuccessAndThereIsNoFault(String status) throws IOException {
        Exchanged exchange = once(http(status, "<html/>"));
        assertThat(exchange.outcome()).isEqualTo(Outcome.HTTP);
        assertThat(exchange.status()).isEqualTo(Integer.parseInt(status.substring(0, 3)));
    }

    @Test
    void shouldBeWrongWhenTheBodyHoldsAnotherElement() throws IOException {
        Exchanged exchange = once(http("200 OK", soap("<a:answer xmlns:a='urn:other'/>")));
        assertThat(exchange.outcome()).isEqualTo(Outcome.WRONG);
        assertThat(exchange.detail()).isEqualTo("the answer is {urn:other}answer");
    }

    @Test
    void shouldBeWrongWhenTheEnvelopeDoesNotEnd() throws IOException {
        String whole = soap("<a:answer xmlns:a='urn:q'>1</a:answer>");
        assertThat(once(http("200 OK", whole + " \n")).outcome()).isEqualTo(Outcome.OK);
        assertThat(once(http("200 OK", whole + "<!-- served -->")).outcome()).isEqualTo(Outcome.OK);
        for (int end = whole.indexOf("1</a:"); end < whole.length(); end++) {
            Exchanged exchange = once(http("200 OK", whole.substring(0, end)));
            assertThat(exchange.outcome()).as(whole.substring(0, end)).isEqualTo(Outcome.WRONG);
            assertThat(exchange.detail()).isEqualTo("the answer is cut off");
        }
    }

    @Test
    void shouldBeWrongWhenTheAnswerIsEmptyOrNoSoap() throws IOException {
        assertThat(once(http("202 Accepted", "")).outcome()).isEqualTo(Outcome.WRONG);
        assertThat(once(http("200 OK", "hello")).detail()).isEqualTo("the answer is no SOAP message");
        assertThat(once(http("200 OK", "--b\r\nContent-Type: application/xop+xml\r\n\r\n"))
                        .detail())
                .isEqualTo("the answer is a multipart message (MTOM, SOAP with attachments), which clients do not read;"
                        + " let the service send the envelope alone");
        ByteArrayOutputStream gzip = new ByteArrayOutputStream();
        gzip.writeBytes(bytes("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n"));
        try (GZIPOutputStream packed = new GZIPOutputStream(gzip)) {
            packed.write(bytes(ScriptedServer.soap("<answer xmlns='urn:q'/>")));
        }
        assertThat(once(gzip.toByteArray()).detail())
                .isEqualTo("the answer is a message that is compressed by gzip, for which clients do not ask; let the"
                        + " service send it plain");
    }

    @Test
    void shouldBeIoWhenTheAnswerIsGarbage() throws IOException {
        Exchanged exchange = once(bytes("SSH-2.0-whatever\r\n"));
        assertThat(exchange.outcome()).isEqualTo(Outcome.IO);
        assertThat(exchange.detail()).startsWith("not an HTTP answer: it begins with \"SSH-2\"");
        assertThat(exchange.status()).isZero();
    }

    @Test
    void shouldBeIoWhenTheServerClosesInTheMiddle() throws IOException {
        byte[] half = java.util.Arrays.copyOf(good(), good().length - 20);
        Exchanged exchange = once(half);
        assertThat(exchange.outcome()).isEqualTo(Outcome.IO);
        assertThat(exchange.detail()).contains("after " + half.length + " bytes of the answer");
    }

    @Test
    void shouldBeIoAndNotSendAgainWhenTheServerClosesWithoutAnswer() throws IOException {
        try (ScriptedServer server = new ScriptedServer((request, socket, out) -> socket.close());
                Client client = client(server, 5_000)) {
            assertThat(client.call().outcome()).isEqualTo(Outcome.IO);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void shouldNotSendAgainWhenAUsedConnectionIsClosedAfterTheRequestArrived() throws IOException {
        AtomicInteger count = new AtomicInteger();
        try (ScriptedServer server = new ScriptedServer((request, socket, out) -> {
                    if (count.incrementAndGet() == 2) {
                        socket.close();
                    } else {
                        out.write(good());
                    }
                });
                Client client = client(server, 5_000)) {
            assertThat(client.call().outcome()).isEqualTo(Outcome.OK);
            assertThat(client.call().outcome()).isEqualTo(Outcome.IO);
            assertThat(server.requests()).hasSize(2);
            assertThat(client.call().outcome()).isEqualTo(Outcome.OK);
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void shouldConnectAgainWhenTheServerClosedTheIdleConnection() throws Exception {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering());
                Client client = client(server, 5_000)) {
            for (int i = 1; i <= 5; i++) {
                assertThat(client.call().outcome()).isEqualTo(Outcome.OK);
                assertThat(server.connections()).isEqualTo(i);
                server.dropConnections();
                client.awaitClosed();
            }
            assertThat(server.requests()).hasSize(5);
            assertThat(client.closeFailures()).isZero();
        }
    }

    @Test
    void shouldUseTheConnectionAgainWhenItIsKeptAlive() throws IOException {
        byte[] chunked = bytes("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
                + Integer.toHexString(soap("<a:answer xmlns:a='urn:q'/>").length()) + ";x=1\r\n"
                + soap("<a:answer xmlns:a='urn:q'/>") + "\r\n0\r\nTrailer: 1\r\n\r\n");
        AtomicInteger count = new AtomicInteger();
        try (ScriptedServer server = new ScriptedServer((request, socket, out) -> {
                    if (count.getAndIncrement() % 2 == 0) {
                        out.write(chunked);
                    } else {
                        out.write(good());
                    }
                });
                Client client = client(server, 5_000)) {
            for (int i = 0; i < 6; i++) {
                assertThat(client.call().outcome()).isEqualTo(Outcome.OK);
            }
            assertThat(server.connections()).isEqualTo(1);
            assertThat(client.connections()).isEqualTo(1);
        }
    }

    @Test
    void shouldConnectAgainWhenTheServerSaysClose() throws IOException {
        String body = soap("<a:answer xmlns:a='urn:q'/>");
        try (ScriptedServer server = new ScriptedServer((request, socket, out) ->
                        out.write(bytes("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: " + body.length()
                                + "\r\n\r\n" + body)));
                Client client = client(server, 5_000)) {
            assertThat(client.call().outcome()).isEqualTo(Outcome.OK);
            assertThat(client.call().outcome()).isEqualTo(Outcome.OK);
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void shouldReadToTheEndWhenTheAnswerHasNoLength() throws IOException {
        Exchanged exchange = once(bytes("HTTP/1.0 200 OK\r\n\r\n" + soap("<a:answer xmlns:a='urn:q'/>")));
        assertThat(exchange.outcome()).isEqualTo(Outcome.OK);
    }

    @Test
    void shouldBeTimeOutWhenTheServerDoesNotAnswer() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        try (ScriptedServer server = new ScriptedServer((request, socket, out) -> {
                    out.write(bytes("HTTP/1.1 200 OK\r\nContent-"));
                    end.await();
                });
                Client client = client(server, 4_000)) {
            long before = CLOCK.epochNanos();
            Exchanged exchange = client.call();
            assertThat(exchange.outcome()).isEqualTo(Outcome.TIMEOUT);
            assertThat(exchange.endNs() - before).isGreaterThanOrEqualTo(4_000_000_000L);
            assertThat(exchange.detail())
                    .isEqualTo("time-out of 4000 ms while waiting for the answer, after 25 bytes of it");
            end.countDown();
        }
    }

    @Test
    void shouldBeTimeOutWhenTheServerDoesNotReadALargeRequest() throws Exception {
        try (ServerSocket deaf = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                Client client = client(new Terms(
                        URI.create("http://127.0.0.1:" + deaf.getLocalPort() + "/"),
                        connectingMs(),
                        false,
                        "",
                        "x".repeat(20_000_000)))) {
            Exchanged exchange = client.call();
            assertThat(exchange.outcome()).isEqualTo(Outcome.TIMEOUT);
            assertThat(exchange.detail()).isEqualTo("time-out of " + connectingMs() + " ms while sending the request");
            assertThat(exchange.bytesOut()).isBetween(1L, 19_999_999L);
        }
    }

    @Test
    void shouldBeTimeOutWhenTheServerDoesNotAccept() throws Exception {
        // Linux takes backlog + 1 connections; later ones get no answer to their SYN.
        List<Socket> fillers = new ArrayList<>();
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Client client = client(new Terms(
                        URI.create("http://127.0.0.1:" + full.getLocalPort() + "/"), 200, false, "", ORDER))) {
            for (int i = 0; i < 2; i++) {
                fillers.add(new Socket(full.getInetAddress(), full.getLocalPort()));
            }
            Exchanged exchange = client.call();
            assertThat(exchange.outcome()).isEqualTo(Outcome.TIMEOUT);
            assertThat(exchange.detail()).isEqualTo("time-out of 200 ms while connecting");
            assertThat(exchange.bytesOut()).isZero();
        } finally {
            for (Socket filler : fillers) {
                filler.close();
            }
        }
    }

    @Test
    void shouldBeConnectWhenTheServerRefuses() throws IOException {
        int port = TestPorts.next();
        try (Client client = client(new Terms(URI.create("http://127.0.0.1:" + port + "/"), 5_000, false, "", ORDER))) {
            Exchanged exchange = client.call();
            assertThat(exchange.outcome()).isEqualTo(Outcome.CONNECT);
            assertThat(exchange.detail()).isEqualTo("cannot connect: " + refusal());
        }
    }

    @Test
    void shouldBeAbortedWhenStoppedWhileItWaits() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        try (ScriptedServer server = new ScriptedServer((request, socket, out) -> {
                    arrived.countDown();
                    end.await();
                });
                Client client = client(server, 30_000)) {
            CompletableFuture<Outcome> outcome =
                    CompletableFuture.supplyAsync(() -> client.call().outcome());
            assertThat(arrived.await(30, TimeUnit.SECONDS)).isTrue();
            client.stop();
            assertThat(outcome.get(60, TimeUnit.SECONDS)).isEqualTo(Outcome.ABORTED);
            end.countDown();
        }
    }

    @Test
    void shouldTakeAnyAnswerWhenOneWayOrNoElementIsNamed() throws IOException {
        try (ScriptedServer server =
                new ScriptedServer((request, socket, out) -> out.write(http("202 Accepted", "")))) {
            try (Client client = client(new Terms(server.endpoint(), 5_000, true, "{urn:q}answer", ORDER))) {
                assertThat(client.call().outcome()).isEqualTo(Outcome.OK);
            }
            try (Client client = client(new Terms(server.endpoint(), 5_000, false, "", ORDER))) {
                assertThat(client.call().outcome()).isEqualTo(Outcome.OK);
            }
        }
    }

    @Test
    void shouldSendEveryByteWhenTheRequestIsLarge() throws IOException {
        String large =
                soap("<q:order xmlns:q='urn:q'>${uiid}" + "0123456789".repeat(100_000) + "${uiid}${uiid}</q:order>");
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering());
                Client client = client(new Terms(server.endpoint(), 20_000, false, "{urn:q}answer", large))) {
            assertThat(client.call().outcome()).isEqualTo(Outcome.OK);
            assertThat(server.requests().get(0).body()).isEqualTo(large.replace("${uiid}", "office.3.17~2"));
        }
    }

    @Test
    void shouldSkipInterimAnswersWhenThereAreSome() throws IOException {
        Exchanged exchange = once(bytes("HTTP/1.1 100 Continue\r\n\r\n" + new String(good(), StandardCharsets.UTF_8)));
        assertThat(exchange.outcome()).isEqualTo(Outcome.OK);
        assertThat(exchange.status()).isEqualTo(200);
    }
}
