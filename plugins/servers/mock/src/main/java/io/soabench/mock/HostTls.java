package io.soabench.mock;

import io.soabench.plan.ServerIdentity;
import io.soabench.plan.ServerTrust;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * The TLS of a host: the certificate that it shows, and the certificates by which it trusts the servers that it calls back.
 * Immutable.
 *
 * @param own files of its certificate and key; empty for a host without TLS
 * @param trust file of trusted certificates in the PEM format; empty: those that Java trusts
 */
public record HostTls(Optional<OwnFiles> own, Optional<Path> trust) {

    /** No TLS, and the trust of Java. */
    public static final HostTls NONE = new HostTls(Optional.empty(), Optional.empty());

    /**
     * The files of a certificate, in the PEM format.
     *
     * @param certificate the certificate of the host, then those of its issuers
     * @param key its private key, PKCS #8
     */
    public record OwnFiles(Path certificate, Path key) {}

    /**
     * Returns the context in which the host shows its certificate; empty for a host without TLS.
     *
     * @throws HostRefused when a file cannot be used
     */
    public Optional<SSLContext> shown() throws HostRefused {
        if (own.isEmpty()) {
            return Optional.empty();
        }
        OwnFiles files = own.get();
        ServerIdentity identity =
                new ServerIdentity(text("--tls-certificate", files.certificate()), text("--tls-key", files.key()));
        try {
            return Optional.of(identity.context());
        } catch (IOException e) {
            throw new HostRefused("--tls-certificate " + files.certificate() + " with --tls-key " + files.key() + " "
                    + e.getMessage() + "; give a certificate with its key of an elliptic curve");
        }
    }

    /**
     * Returns the context in which clients on this machine trust the host itself; empty for a host without TLS.
     *
     * @throws HostRefused when a file cannot be used
     */
    Optional<SSLContext> itself() throws HostRefused {
        return own.isEmpty()
                ? Optional.empty()
                : Optional.of(trusting("--tls-certificate", own.get().certificate()));
    }

    /**
     * Returns the context in which the host calls back.
     *
     * @throws HostRefused when the file cannot be used
     */
    SSLContext calling() throws HostRefused {
        return trust.isEmpty() ? ServerTrust.ofJava().context() : trusting("--trust", trust.get());
    }

    private static SSLContext trusting(String option, Path file) throws HostRefused {
        try {
            return ServerTrust.of(text(option, file)).context();
        } catch (IOException e) {
            throw new HostRefused(option + " " + file + " " + e.getMessage());
        }
    }

    private static String text(String option, Path file) throws HostRefused {
        try {
            return ServerTrust.pem(file);
        } catch (UncheckedIOException e) {
            throw new HostRefused(option + " " + e.getMessage());
        }
    }
}
