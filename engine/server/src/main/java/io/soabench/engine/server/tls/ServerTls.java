package io.soabench.engine.server.tls;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import javax.net.ssl.SSLException;

/**
 * The TLS of the sockets that listen: 1.3 and 1.2, by Java's own provider. One certificate is for every name that a
 * client asks for (SNI), and the protocol above is always HTTP/1.1, whatever a client offers (ALPN). Clients may resume
 * sessions. Thread-safe.
 */
public final class ServerTls {
    static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};
    private static final int MAX_SESSIONS = 10_000;
    private static final String REJECTS_RENEGOTIATION = "jdk.tls.rejectClientInitiatedRenegotiation";

    static {
        // A client of TLS 1.2 could otherwise demand handshake after handshake on one connection. Java reads this once.
        if (System.getProperty(REJECTS_RENEGOTIATION) == null) {
            System.setProperty(REJECTS_RENEGOTIATION, "true");
        }
    }

    private final SslContext context;

    private ServerTls(SslContext context) {
        this.context = context;
    }

    /**
     * Makes the TLS of the services.
     *
     * @param nowMs the time, in milliseconds since 1970
     * @return null if the services have none
     * @throws IllegalArgumentException with a sentence, if a file cannot be used
     */
    public static ServerTls of(TlsSettings settings, long nowMs) {
        if (!settings.isOn()) {
            return null;
        }
        KeyPairFiles files = KeyPairFiles.read("tls", settings.certificate(), settings.key(), nowMs);
        try {
            return new ServerTls(SslContextBuilder.forServer(files.key(), files.chain())
                    .sslProvider(SslProvider.JDK)
                    .protocols(PROTOCOLS)
                    .sessionCacheSize(MAX_SESSIONS)
                    .build());
        } catch (SSLException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "tls-certificate=" + settings.certificate() + " cannot be used: " + e.getMessage()
                            + "; use a certificate of an RSA or EC key",
                    e);
        }
    }

    /** Makes the handler of a connection that was just accepted. The next handler limits the time of the handshake. */
    public TlsHandler handler(ByteBufAllocator allocator) {
        return new TlsHandler(context.newEngine(allocator), 0);
    }
}
