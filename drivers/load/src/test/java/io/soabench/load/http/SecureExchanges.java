package io.soabench.load.http;

import io.soabench.load.http.ExchangeContract.Client;
import io.soabench.load.http.ExchangeContract.Exchanged;
import io.soabench.load.http.ExchangeContract.Terms;
import io.soabench.load.server.TlsTerminator;
import io.soabench.plan.ServerTrust;
import io.soabench.testing.SelfSignedCertificate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.Function;

/** Clients whose servers are reached within TLS only. */
public final class SecureExchanges {

    /** The reason when nothing listens behind the TLS side. */
    public static final String REFUSAL = "the server closed the connection during the TLS handshake";

    private SecureExchanges() {}

    /**
     * Returns a client that trusts the certificate of its server.
     *
     * @param protocol of the server, as {@code TLSv1.3}
     * @param made makes the client of an address
     */
    public static Client client(
            Terms terms, SelfSignedCertificate certificate, String protocol, Function<ServerAddress, Client> made) {
        try {
            TlsTerminator secure =
                    new TlsTerminator(certificate, protocol, terms.address().socket());
            Client inner = made.apply(
                    new ServerAddress(secure.address(), "127.0.0.1", Optional.of(ServerTrust.of(certificate.pem()))));
            return new Client() {
                @Override
                public Exchanged call() {
                    return inner.call();
                }

                @Override
                public void stop() {
                    inner.stop();
                }

                @Override
                public int connections() {
                    return inner.connections();
                }

                @Override
                public long closeFailures() {
                    return inner.closeFailures();
                }

                @Override
                public void awaitClosed() {
                    secure.awaitClosed();
                }

                @Override
                public void close() {
                    inner.close();
                    try {
                        secure.close();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
