package io.soabench.engine.server.tls;

import java.nio.file.Path;

/**
 * The settings of TLS. All files are in PEM form. Immutable.
 *
 * @param certificate the certificate of the services and those of its issuers; null for services without TLS
 * @param key the private key of that certificate; null for services without TLS
 * @param admin true if the admin interface has TLS with the same certificate
 * @param partnerTrust the certificates that partners are checked against; null for those that Java trusts
 * @param partnerCertificate the certificate that is shown to partners; null for none
 * @param partnerKey the private key of that certificate; null for none
 */
public record TlsSettings(
        Path certificate, Path key, boolean admin, Path partnerTrust, Path partnerCertificate, Path partnerKey) {
    /** The settings without TLS for clients, and with the certificates of Java for partners. */
    public static final TlsSettings NONE = new TlsSettings(null, null, false, null, null, null);

    /** Checks that each certificate has its key, and each key its certificate. */
    public TlsSettings {
        together("tls-certificate", certificate, "tls-key", key);
        together("partner-certificate", partnerCertificate, "partner-key", partnerKey);
        if (admin && certificate == null) {
            throw new IllegalArgumentException("admin-tls needs a certificate; add --tls-certificate and --tls-key");
        }
    }

    private static void together(String one, Path first, String other, Path second) {
        if ((first == null) != (second == null)) {
            String given = first == null ? other + "=" + second : one + "=" + first;
            throw new IllegalArgumentException(given + " needs --" + (first == null ? one : other) + " too; add it");
        }
    }

    /** Returns true if the services have TLS. */
    public boolean isOn() {
        return certificate != null;
    }

    /** Returns the scheme of the addresses of services. */
    public String scheme() {
        return isOn() ? "https" : "http";
    }
}
