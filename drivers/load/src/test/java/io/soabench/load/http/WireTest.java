package io.soabench.load.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.load.server.ScriptedServer;
import io.soabench.load.server.TlsTerminator;
import io.soabench.plan.Outcome;
import io.soabench.plan.ServerTrust;
import io.soabench.testing.SelfSignedCertificate;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that a client must not talk to. */
class WireTest {

    @TempDir
    static Path folder;

    private static SelfSignedCertificate shown;
    private static SelfSignedCertificate other;

    @BeforeAll
    static void makeCertificates() throws Exception {
        shown = new SelfSignedCertificate(Files.createDirectories(folder.resolve("shown")), "dns:example.org");
        other = new SelfSignedCertificate(Files.createDirectories(folder.resolve("other")), "dns:example.org");
    }

    private static ExchangeContract.Exchanged call(ServerTrust trust, String host) throws Exception {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering());
                TlsTerminator secure = new TlsTerminator(
                        shown, "TLSv1.3", new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()))) {
            ExchangeContract.Terms terms =
                    new ExchangeContract.Terms(server.endpoint(), 30_000, false, "{urn:q}answer", "<a/>");
            try (ExchangeContract.Client client =
                    new ExchangeTest.Waiting(terms, new ServerAddress(secure.address(), host, Optional.of(trust)))) {
                ExchangeContract.Exchanged exchanged = client.call();
                assertThat(server.requests()).hasSize(exchanged.outcome() == Outcome.OK ? 1 : 0);
                return exchanged;
            }
        }
    }

    @Test
    void shouldSendWhenTheServerHasTheTrustedCertificate() throws Exception {
        assertThat(call(ServerTrust.of(other.pem() + shown.pem()), "example.org")
                        .outcome())
                .isEqualTo(Outcome.OK);
    }

    @Test
    void shouldNotSendWhenTheServerHasAnotherCertificate() throws Exception {
        ExchangeContract.Exchanged exchanged = call(ServerTrust.of(other.pem()), "example.org");

        assertThat(exchanged.outcome()).isEqualTo(Outcome.CONNECT);
        assertThat(exchanged.detail()).startsWith("cannot connect: PKIX path");
        assertThat(call(ServerTrust.ofJava(), "example.org").outcome()).isEqualTo(Outcome.CONNECT);
    }

    @Test
    void shouldNotSendWhenTheCertificateHasAnotherName() throws Exception {
        ExchangeContract.Exchanged exchanged = call(ServerTrust.of(shown.pem()), "example.com");

        assertThat(exchanged.outcome()).isEqualTo(Outcome.CONNECT);
        assertThat(exchanged.detail()).startsWith("cannot connect: ").contains("example.com");
    }
}
