package io.soabench.engine.server;

import io.soabench.engine.server.tls.TlsSettings;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The command line options about TLS. Their values become {@link TlsSettings}. */
final class TlsOptions {
    @Option(
            names = "--tls-certificate",
            paramLabel = "FILE",
            description =
                    "Certificate of the services and those of its issuers, in PEM form; the services then speak TLS"
                            + " 1.3 and 1.2 only (default: none, they have no TLS).")
    private Path certificate;

    @Option(
            names = "--tls-key",
            paramLabel = "FILE",
            description = "Private key of that certificate, PKCS #8 in PEM form without a password (default: none).")
    private Path key;

    @Option(
            names = "--admin-tls",
            description = "Lets the admin interface speak TLS with the same certificate (default: it has no TLS).")
    private boolean admin;

    @Option(
            names = "--partner-trust",
            paramLabel = "FILE",
            description = "Certificates in PEM form that https partners are checked against (default: those that Java"
                    + " trusts).")
    private Path partnerTrust;

    @Option(
            names = "--partner-certificate",
            paramLabel = "FILE",
            description =
                    "Certificate that https partners are shown when they ask, and those of its issuers, in PEM form"
                            + " (default: none).")
    private Path partnerCertificate;

    @Option(
            names = "--partner-key",
            paramLabel = "FILE",
            description = "Private key of that certificate, PKCS #8 in PEM form without a password (default: none).")
    private Path partnerKey;

    /**
     * Returns the settings given by the options.
     *
     * @throws IllegalArgumentException with a sentence, if a certificate lacks its key, or a key its certificate
     */
    TlsSettings settings() {
        return new TlsSettings(
                absolute(certificate),
                absolute(key),
                admin,
                absolute(partnerTrust),
                absolute(partnerCertificate),
                absolute(partnerKey));
    }

    private static Path absolute(Path file) {
        return file == null ? null : file.toAbsolutePath().normalize();
    }
}
