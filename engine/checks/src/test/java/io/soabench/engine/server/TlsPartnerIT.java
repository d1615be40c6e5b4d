package io.soabench.engine.server;

import static io.soabench.engine.server.Conditions.await;
import static io.soabench.engine.server.EngineFixture.CATCHING;
import static io.soabench.engine.server.EngineFixture.request;
import static io.soabench.engine.server.RawPartner.GOOD;
import static io.soabench.engine.server.RawPartner.GOOD_BODY;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.server.tls.TlsSettings;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of https partners: those with a good certificate are answered, and all others are failures of the partner. */
@Tag("it")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class TlsPartnerIT {
    @TempDir
    private static Path folder;

    private static TestAuthority authority;
    private static SSLContext partnerContext;
    private static TestAuthority.Issued own;

    @BeforeAll
    static void issue() throws Exception {
        authority = new TestAuthority(folder);
        partnerContext = authority.context(authority.issue("partner", "ip:127.0.0.1"), "partner");
        own = authority.issue("own", "dns:engine.example");
    }

    private static EngineConfiguration configuration(Path trust, boolean shows) {
        return EngineFixture.CONFIGURATION
                .withLimits(100, 1_000, 10, 100_000, Duration.ofSeconds(10))
                .withConnectTimeout(Duration.ofMillis(800))
                .but()
                .tls(new TlsSettings(
                        null, null, false, trust, shows ? own.certificate() : null, shows ? own.key() : null))
                .build();
    }

    private static EngineFixture fixture(Path trust, boolean shows, String process, int port) throws Exception {
        EngineFixture fixture = new EngineFixture(configuration(trust, shows));
        fixture.engine
                .deployer()
                .deploy("Calling", EngineFixture.archive("Calling", process, "https://127.0.0.1:" + port + "/"));
        return fixture;
    }

    private static RawPartner.Answer answering(String text) {
        return socket -> socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static RawPartner partner(RawPartner.Answer answer, SSLContext context, String... protocols)
            throws Exception {
        SSLParameters parameters = context.getDefaultSSLParameters();
        if (protocols.length > 0) {
            parameters.setProtocols(protocols);
        }
        return new RawPartner(answer, context, parameters);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void shouldCallOverOneKeptConnection(String protocol) throws Exception {
        try (RawPartner partner = partner(answering(GOOD), partnerContext, protocol);
                EngineFixture fixture = fixture(authority.trust(), false, CATCHING, partner.port())) {
            for (int i = 0; i < 5; i++) {
                assertThat(fixture.post("Calling", request("x")).body()).contains(">good<");
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
            // Each event loop has a connection of its own.
            assertThat(partner.connections.get())
                    .isLessThanOrEqualTo(
                            fixture.engine.replicas().get(0).configuration().httpThreads());
            assertThat(partner.received()).contains("Host: 127.0.0.1:" + partner.port());
            assertThat(fixture.engine.counters().value(Counter.CALLS_FAILED)).isZero();
        }
    }

    private void assertCaught(RawPartner partner, Path trust, String... words) throws Exception {
        try (LogCapture log = new LogCapture();
                EngineFixture fixture = fixture(trust, false, CATCHING, partner.port())) {
            for (int i = 0; i < 3; i++) {
                assertThat(fixture.post("Calling", request("x")).body()).contains(">caught<");
            }
            assertThat(log.records)
                    .extracting(line -> line.getMessage())
                    .filteredOn(line -> line.contains("cannot be called by TLS"))
                    .singleElement()
                    .satisfies(line -> assertThat(line)
                            .contains("127.0.0.1:" + partner.port())
                            .contains(words));
            assertThat(partner.requests.get()).isZero();
            assertThat(fixture.engine.counters().value(Counter.CALLS_SENT)).isZero();
            assertThat(fixture.engine.counters().value(Counter.ERRORS)).isZero();
        }
    }

    @Test
    void shouldNotCallWhenNobodyTrustsTheCertificate() throws Exception {
        try (RawPartner partner = partner(answering(GOOD), partnerContext)) {
            assertCaught(partner, null, "its certificate is not trusted; add its issuer to a file of --partner-trust");
        }
    }

    @Test
    void shouldNotCallWhenTheFileHasAnotherAuthority() throws Exception {
        try (RawPartner partner = partner(answering(GOOD), partnerContext)) {
            assertCaught(
                    partner,
                    own.certificate(),
                    "its certificate is not trusted",
                    own.certificate().toString());
        }
    }

    @Test
    void shouldNotCallWhenTheCertificateHasExpired() throws Exception {
        SSLContext old = authority.context(authority.issue("old", "EC", "ip:127.0.0.1", "-10d", 3), "old");
        try (RawPartner partner = partner(answering(GOOD), old)) {
            assertCaught(partner, authority.trust(), "its certificate has expired (", "renew it");
        }
    }

    @Test
    void shouldNotCallWhenTheCertificateIsForAnotherName() throws Exception {
        SSLContext other = authority.context(authority.issue("other", "ip:127.0.0.2,dns:other.example"), "other");
        try (RawPartner partner = partner(answering(GOOD), other)) {
            assertCaught(partner, authority.trust(), "its certificate is not for this address (", "127.0.0.1");
        }
    }

    @Test
    void shouldNotCallWhenThePartnerSpeaksNoTls() throws Exception {
        try (RawPartner partner = new RawPartner("HTTP/1.1 400 Bad Request\r\n\r\n", false);
                ServerSocket talking = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread thread = new Thread(
                    () -> {
                        try {
                            while (true) {
                                talking.accept()
                                        .getOutputStream()
                                        .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                            }
                        } catch (java.io.IOException e) {
                            // Closed.
                        }
                    },
                    "talking");
            thread.setDaemon(true);
            thread.start();
            try (LogCapture log = new LogCapture();
                    EngineFixture fixture = fixture(authority.trust(), false, CATCHING, talking.getLocalPort())) {
                assertThat(fixture.post("Calling", request("x")).body()).contains(">caught<");
                assertThat(log.records).anyMatch(line -> line.getMessage()
                        .contains("it does not speak TLS; call it by an http address"));
            }
            assertThat(partner.requests.get()).isZero();
        }
    }

    @Test
    void shouldEndTheCallInTimeWhenTheHandshakeNeverEnds() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                EngineFixture fixture = fixture(authority.trust(), false, CATCHING, silent.getLocalPort())) {
            CompletableFuture<HttpResponse<String>> answer = fixture.postLater("Calling", request("x"));
            // Below the time limit of calls.
            assertThat(answer.get(8, TimeUnit.SECONDS).body()).contains(">caught<");
            assertThat(fixture.engine.counters().value(Counter.CALLS_SENT)).isZero();
        }
    }

    @Test
    void shouldShowItsCertificateWhenThePartnerDemandsOne() throws Exception {
        SSLParameters demanding = partnerContext.getDefaultSSLParameters();
        demanding.setNeedClientAuth(true);
        try (RawPartner partner = new RawPartner(answering(GOOD), partnerContext, demanding)) {
            try (EngineFixture fixture = fixture(authority.trust(), true, CATCHING, partner.port())) {
                assertThat(fixture.post("Calling", request("x")).body()).contains(">good<");
            }
            try (EngineFixture fixture = fixture(authority.trust(), false, CATCHING, partner.port())) {
                assertThat(fixture.post("Calling", request("x")).body()).contains(">caught<");
                assertThat(fixture.engine.counters().value(Counter.ERRORS)).isZero();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void shouldOpenAnotherConnectionWhenPartnerHasClosedTheKeptOne(String protocol) throws Exception {
        EngineConfiguration narrow =
                configuration(authority.trust(), false).withThreads(SchedulingPolicy.AFFINE, 1, 1, 1);
        for (boolean cut : new boolean[] {false, true}) {
            try (RawPartner partner = partner(answering(GOOD), partnerContext, protocol);
                    EngineFixture fixture = new EngineFixture(narrow)) {
                fixture.engine
                        .deployer()
                        .deploy(
                                "Calling",
                                EngineFixture.archive(
                                        "Calling", CATCHING, "https://127.0.0.1:" + partner.port() + "/"));
                for (int i = 1; i <= 10; i++) {
                    assertThat(fixture.post("Calling", request("x")).body()).contains(">good<");
                    assertThat(partner.connections.get()).isEqualTo(i);
                    if (cut) {
                        partner.cutLast();
                    } else {
                        partner.closeLast();
                    }
                }
                assertThat(fixture.engine.counters().value(Counter.CALLS_FAILED))
                        .isZero();
            }
        }
    }

    /** An answer without a length ends with the connection, and anybody between could end that. */
    @Test
    void shouldAcceptAnAnswerThatEndsWithTheConnectionOnlyByTheNoticeOfTls() throws Exception {
        String open = "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n\r\n" + GOOD_BODY;
        RawPartner.Answer closing = socket -> {
            answering(open).on(socket);
            socket.close();
        };
        try (RawPartner partner = partner(closing, partnerContext);
                EngineFixture fixture = fixture(authority.trust(), false, CATCHING, partner.port())) {
            assertThat(fixture.post("Calling", request("x")).body()).contains(">good<");
        }
        RawPartner[] cutting = new RawPartner[1];
        RawPartner.Answer cut = socket -> {
            answering(open).on(socket);
            cutting[0].cutLast();
        };
        try (RawPartner partner = partner(cut, partnerContext)) {
            cutting[0] = partner;
            try (EngineFixture fixture = fixture(authority.trust(), false, CATCHING, partner.port())) {
                assertThat(fixture.post("Calling", request("x")).body()).contains(">caught<");
            }
        }
    }

    @Test
    void shouldNotMixUpAnswersWhenPartnerSendsTwo() throws Exception {
        String second = RawPartner.http("200 OK", GOOD_BODY.replace("good", "second"));
        try (RawPartner partner = partner(answering(GOOD + second), partnerContext);
                EngineFixture fixture = fixture(authority.trust(), false, CATCHING, partner.port())) {
            for (int i = 0; i < 10; i++) {
                assertThat(fixture.post("Calling", request("x")).body()).contains(">good<");
            }
        }
    }

    /** A request may want its answer at an https address; an allowed host without a port means port 80 only. */
    @Test
    void shouldPostAnswersToHttpsAddressesThatAreAllowed() throws Exception {
        try (RawPartner partner = new RawPartner(GOOD, false);
                RawPartner receiver =
                        partner(answering("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n"), partnerContext);
                EngineFixture fixture = new EngineFixture(configuration(authority.trust(), false)
                        .but()
                        .replyTo(Set.of("127.0.0.1:" + receiver.port(), "127.0.0.2"))
                        .build())) {
            fixture.engine
                    .deployer()
                    .deploy(
                            "Calling",
                            EngineFixture.archive("Calling", CATCHING, "http://127.0.0.1:" + partner.port()));

            HttpResponse<String> taken =
                    fixture.post("Calling", replyTo("https://127.0.0.1:" + receiver.port() + "/answers"));
            HttpResponse<String> refused = fixture.post("Calling", replyTo("https://127.0.0.2/answers"));

            assertThat(taken.statusCode()).as(taken.body()).isEqualTo(202);
            await("the posted answer", () -> receiver.requests.get() == 1);
            assertThat(receiver.received()).startsWith("POST /answers ").contains(">good<");
            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(refused.body()).contains("The engine does not post to the address");
        }
    }

    private static String replyTo(String address) {
        String header = "<s:Header><a:ReplyTo xmlns:a=\"http://www.w3.org/2005/08/addressing\"><a:Address>" + address
                + "</a:Address></a:ReplyTo></s:Header><s:Body>";
        return request("x").replace("<s:Body>", header);
    }

    @Test
    void shouldMakeManyCallsAtOnce() throws Exception {
        try (RawPartner partner = partner(answering(GOOD), partnerContext);
                EngineFixture fixture = fixture(authority.trust(), false, CATCHING, partner.port())) {
            List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
            for (int i = 0; i < 90; i++) {
                all.add(fixture.postLater("Calling", request("x")));
            }
            for (CompletableFuture<HttpResponse<String>> answer : all) {
                assertThat(answer.get(120, TimeUnit.SECONDS).body()).contains(">good<");
            }
            assertThat(partner.requests.get()).isEqualTo(90);
            assertThat(fixture.engine.counters().value(Counter.ERRORS)).isZero();
        }
    }
}
