package io.soabench.plan;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;

/**
 * The certificates by which a client trusts a server that speaks TLS: those of a model alone, or those of this Java installation. Every
 * client that is made by it also compares the server's name with its certificate (RFC 9110, section 4.3.4). Immutable, thread-safe.
 */
public final class ServerTrust {

    private final SSLContext context;

    private ServerTrust(SSLContext context) {
        this.context = context;
    }

    /** Returns the trust of this Java installation. */
    public static ServerTrust ofJava() {
        try {
            return new ServerTrust(SSLContext.getDefault());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java installation has no TLS: " + e.getMessage(), e);
        }
    }

    /**
     * Returns the trust in some certificates alone, and in those that they have issued.
     *
     * @param pem one or more X.509 certificates in the PEM format
     * @throws IOException if it is something else; the message is the end of a sentence
     */
    public static ServerTrust of(String pem) throws IOException {
        try {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int number = 0;
            for (Certificate certificate : certificates(pem)) {
                store.setCertificateEntry("trusted-" + ++number, certificate);
            }
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return new ServerTrust(context);
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot be used: " + e.getMessage(), e);
        }
    }

    /**
     * Reads a file of certificates, whatever its bytes are.
     *
     * @throws UncheckedIOException if it cannot be read
     */
    public static String pem(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    /**
     * Returns the reason why a model cannot have these certificates for a server, as the end of a sentence that begins with the name of their
     * file.
     *
     * @param endpoint address of the server
     * @return empty when it can have them
     */
    public static Optional<String> problem(String endpoint, String pem) {
        if (!endpoint.startsWith("https:")) {
            return Optional.of(
                    "is for https, but its address begins with http:; correct the address, or leave trust out");
        }
        try {
            of(pem);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(e.getMessage() + "; name a file of certificates that begin with BEGIN CERTIFICATE");
        }
    }

    private static Collection<? extends Certificate> certificates(String pem) throws IOException {
        Collection<? extends Certificate> certificates;
        try {
            certificates = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8)));
        } catch (CertificateException e) {
            throw new IOException("is no list of certificates in the PEM format", e);
        }
        if (certificates.isEmpty()) {
            throw new IOException("has no certificate");
        }
        return certificates;
    }

    /** Returns the context for clients that check the name of the server themselves, as {@code java.net.http.HttpClient} does. */
    public SSLContext context() {
        return context;
    }

    /** Returns the TLS side of one connection to a server, which refuses a server of another name. */
    public SSLEngine engine(String host, int port) {
        SSLEngine engine = context.createSSLEngine(host, port);
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        engine.setSSLParameters(parameters);
        return engine;
    }
}
