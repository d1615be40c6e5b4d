package io.soabench.plan;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * The certificate that a server shows its clients, and its private key, both in the PEM format. Immutable.
 *
 * @param certificates certificate of the server, then those of its issuers
 * @param key private key of an elliptic curve (PKCS #8); empty when nobody has made it
 */
public record ServerIdentity(String certificates, String key) {

    /** An identity that is wanted and not made. */
    public static final ServerIdentity UNMADE = new ServerIdentity("", "");

    /** The file of the certificates in the work folder of a server. */
    public static final String CERTIFICATE_FILE = "tls/certificate.pem";

    /** The file of the private key in the work folder of a server. */
    public static final String KEY_FILE = "tls/key.pem";

    private static final String ALIAS = "server";
    private static final int LINE = 64;

    /** Returns whether the certificate and the key were made. */
    public boolean hasKey() {
        return !key.isEmpty();
    }

    /**
     * Returns the context of a server that shows this certificate.
     *
     * @throws IOException when the certificate or the key cannot be used; the message is the end of a sentence
     */
    public SSLContext context() throws IOException {
        try {
            Certificate[] chain = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(certificates.getBytes(StandardCharsets.US_ASCII)))
                    .toArray(Certificate[]::new);
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            store.setKeyEntry(ALIAS, privateKey(), new char[0], chain);
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(store, new char[0]);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException("cannot be used: " + e.getMessage(), e);
        }
    }

    private PrivateKey privateKey() throws GeneralSecurityException {
        String text = key.replaceAll("-----[^-]*-----", "");
        return KeyFactory.getInstance("EC")
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(text)));
    }

    /**
     * Returns bytes in the PEM format.
     *
     * @param label kind of their content, as {@code CERTIFICATE}
     */
    public static String pem(String label, byte[] bytes) {
        String text = Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(bytes);
        return "-----BEGIN " + label + "-----\n" + text + "\n-----END " + label + "-----\n";
    }

    /** Returns a text without the private key, so that no message and no log has it. */
    @Override
    public String toString() {
        return "ServerIdentity[" + (hasKey() ? "made" : "not made") + "]";
    }
}
