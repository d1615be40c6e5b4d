package io.soabench.engine.server.tls;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;

/**
 * A certificate with its issuers and its private key, from two files. Immutable.
 *
 * @param certificates the certificate first, then those of its issuers
 * @param key the private key of the first certificate
 */
record KeyPairFiles(List<X509Certificate> certificates, PrivateKey key) {
    private static final byte[] PROBE = "a text to be signed".getBytes(StandardCharsets.US_ASCII);

    /**
     * Reads and checks both files.
     *
     * @param prefix the word before {@code -certificate} and {@code -key} in the options of both files
     * @param nowMs the time, in milliseconds since 1970
     * @throws IllegalArgumentException with a sentence, if one cannot be used or they do not fit
     */
    static KeyPairFiles read(String prefix, Path certificate, Path key, long nowMs) {
        PemFile certificateFile = new PemFile(prefix + "-certificate", certificate);
        List<X509Certificate> certificates = certificateFile.certificates();
        PemFile keyFile = new PemFile(prefix + "-key", key);
        PrivateKey privateKey = keyFile.key();
        X509Certificate own = certificates.get(0);
        Instant now = Instant.ofEpochMilli(nowMs);
        Instant end = own.getNotAfter().toInstant();
        if (now.isAfter(end)) {
            throw certificateFile.refused("has expired at " + end + "; renew the certificate", null);
        }
        Instant start = own.getNotBefore().toInstant();
        if (now.isBefore(start)) {
            throw certificateFile.refused(
                    "is not valid before " + start + "; check the clock of this machine, or use another certificate",
                    null);
        }
        if (!fit(own.getPublicKey(), privateKey)) {
            boolean fitsAnother = certificates.stream().anyMatch(one -> fit(one.getPublicKey(), privateKey));
            throw fitsAnother
                    ? certificateFile.refused("does not begin with the certificate of the key; put it first", null)
                    : keyFile.refused(
                            "is not the key of the certificate in " + certificate
                                    + "; name the key that it was made with",
                            null);
        }
        return new KeyPairFiles(certificates, privateKey);
    }

    /** Returns true if the public key accepts a signature of the private key. */
    private static boolean fit(PublicKey publicKey, PrivateKey privateKey) {
        String algorithm =
                switch (privateKey.getAlgorithm()) {
                    case "RSA" -> "SHA256withRSA";
                    case "EC" -> "SHA256withECDSA";
                    default -> privateKey.getAlgorithm();
                };
        try {
            Signature signing = Signature.getInstance(algorithm);
            signing.initSign(privateKey);
            signing.update(PROBE);
            byte[] signature = signing.sign();
            Signature verifying = Signature.getInstance(algorithm);
            verifying.initVerify(publicKey);
            verifying.update(PROBE);
            return verifying.verify(signature);
        } catch (GeneralSecurityException e) {
            // The public key has another algorithm or another curve.
            return false;
        }
    }

    X509Certificate[] chain() {
        return certificates.toArray(X509Certificate[]::new);
    }
}
