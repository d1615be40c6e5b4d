package io.soabench.engine.server.tls;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/**
 * The TLS of calls to https partners. A partner must show a certificate that is trusted and valid, and is for the host
 * name of its address (RFC 9110, section 4.3.4). Thread-safe.
 */
public final class PartnerTls {
    private static final int MAX_SESSIONS = 1_000;
    private static final int MAX_CAUSES = 10;

    private final TlsSettings settings;
    private final KeyPairFiles own;
    private final long handshakeTimeoutMs;
    private SslContext context;

    /**
     * Reads the files of the settings. Without any file, the certificates of Java are read at the first call of an
     * https partner, since most engines have no such partner.
     *
     * @param handshakeTimeout the time limit of a handshake
     * @param nowMs the time, in milliseconds since 1970
     * @throws IllegalArgumentException with a sentence, if a file cannot be used
     */
    public PartnerTls(TlsSettings settings, Duration handshakeTimeout, long nowMs) {
        this.settings = settings;
        this.handshakeTimeoutMs = Math.max(1, handshakeTimeout.toMillis());
        this.own = settings.partnerCertificate() == null
                ? null
                : KeyPairFiles.read("partner", settings.partnerCertificate(), settings.partnerKey(), nowMs);
        if (own != null || settings.partnerTrust() != null) {
            context();
        }
    }

    private synchronized SslContext context() {
        if (context == null) {
            context = make();
        }
        return context;
    }

    private SslContext make() {
        SslContextBuilder builder = SslContextBuilder.forClient()
                .sslProvider(SslProvider.JDK)
                .protocols(ServerTls.PROTOCOLS)
                .endpointIdentificationAlgorithm("HTTPS")
                .sessionCacheSize(MAX_SESSIONS);
        if (settings.partnerTrust() != null) {
            builder.trustManager(new PemFile("partner-trust", settings.partnerTrust())
                    .certificates()
                    .toArray(X509Certificate[]::new));
        }
        if (own != null) {
            builder.keyManager(own.key(), own.chain());
        }
        try {
            return builder.build();
        } catch (SSLException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "partner-trust=" + settings.partnerTrust() + ", partner-certificate="
                            + settings.partnerCertificate() + " cannot be used: " + e.getMessage()
                            + "; use certificates of RSA or EC keys",
                    e);
        }
    }

    /** Returns the context with these certificates, for Java's own HTTP client. */
    public SSLContext sslContext() {
        return ((JdkSslContext) context()).context();
    }

    /** Makes the handler of a connection to a partner. */
    public TlsHandler handler(ByteBufAllocator allocator, String host, int port) {
        String name = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        return new TlsHandler(context().newEngine(allocator, name, port), handshakeTimeoutMs);
    }

    /** Returns the reason of a failed handshake as a clause, with a cure where one is known. */
    public String reason(Throwable failure) {
        Throwable cause = failure;
        for (int i = 0; i < MAX_CAUSES; i++) {
            if (cause instanceof CertificateExpiredException) {
                return "its certificate has expired (" + cause.getMessage() + "); renew it";
            }
            if (cause instanceof CertificateNotYetValidException) {
                return "its certificate is not valid yet (" + cause.getMessage() + "); check the clocks";
            }
            if (cause instanceof CertPathBuilderException) {
                return "its certificate is not trusted; add its issuer to "
                        + (settings.partnerTrust() == null
                                ? "a file of --partner-trust"
                                : "the file of --partner-trust, " + settings.partnerTrust());
            }
            if (cause.getCause() == null || cause.getCause() == cause) {
                break;
            }
            cause = cause.getCause();
        }
        if (cause instanceof NotSslRecordException) {
            return "it does not speak TLS; call it by an http address";
        }
        String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        if (cause instanceof CertificateException && isAboutName(message)) {
            return "its certificate is not for this address (" + message + "); call it by a name of the certificate";
        }
        return cause instanceof CertPathValidatorException || cause instanceof CertificateException
                ? "its certificate is not acceptable (" + message + ")"
                : message;
    }

    /** Returns true for the sentences of Java about a name that the certificate does not have. */
    private static boolean isAboutName(String message) {
        return message.startsWith("No subject alternative ") || message.startsWith("No name matching ");
    }
}
