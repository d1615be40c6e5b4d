package io.soabench.load.http;

import io.soabench.testing.SelfSignedCertificate;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Exchanges within TLS 1.3 that wait, as a thread of JMeter makes them. */
class SecureExchangeTest extends ExchangeContract {

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
                terms, certificate, "TLSv1.3", address -> new ExchangeTest.Waiting(terms, address));
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
