package io.soabench.load.loop;

import io.soabench.load.http.ExchangeContract;
import io.soabench.load.http.SecureExchanges;
import io.soabench.testing.SelfSignedCertificate;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Exchanges within TLS 1.2 that nobody waits for, as the event loop makes them. */
class SecureServerExchangesTest extends ExchangeContract {

    @TempDir
    static Path folder;

    private static SelfSignedCertificate certificate;

    @BeforeAll
    static void makeCertificate() throws Exception {
        certificate = new SelfSignedCertificate(folder, "ip:127.0.0.1");
    }

    @Override
    protected Client client(Terms terms) {
        return SecureExchanges.client(
                terms, certificate, "TLSv1.2", address -> new ServerExchangesTest.Watching(terms, address, 100));
    }

    @Override
    protected String refusal() {
        return SecureExchanges.REFUSAL;
    }

    @Override
    protected long connectingMs() {
        return 5_000;
    }
}
