package io.soabench.engine.server.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file of certificates or of a private key in PEM form (RFC 7468). Its sentences name the option, the file and the
 * cure. Immutable.
 */
final class PemFile {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \\1-----", Pattern.DOTALL);
    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String KEY = "PRIVATE KEY";
    private static final List<String> ALGORITHMS = List.of("EC", "RSA", "EdDSA");

    private final String name;
    private final Path file;
    private final List<Block> blocks = new ArrayList<>();

    /** A block of the file, whose text is Base64. */
    private record Block(String label, String text) {
        byte[] bytes() {
            return Base64.getMimeDecoder().decode(text);
        }
    }

    /**
     * Reads a file.
     *
     * @param option the option that names the file, without dashes
     * @throws IllegalArgumentException with a sentence, if the file cannot be read
     */
    PemFile(String option, Path file) {
        this.name = option + "=" + file;
        this.file = file;
        String text;
        try {
            text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    name + " cannot be read: " + e + "; name a file that the engine may read", e);
        }
        Matcher matcher = BLOCK.matcher(text);
        while (matcher.find()) {
            Block block = new Block(matcher.group(1), matcher.group(2));
            try {
                block.bytes();
                blocks.add(block);
            } catch (IllegalArgumentException e) {
                throw refused("has a block '" + block.label() + "' that is no Base64; copy the file again", e);
            }
        }
    }

    /** Returns a refusal of this file. */
    IllegalArgumentException refused(String clause, Throwable cause) {
        return new IllegalArgumentException(name + " " + clause, cause);
    }

    /**
     * Returns the certificates, at least one, in the order of the file.
     *
     * @throws IllegalArgumentException with a sentence, if there is none or one is damaged
     */
    List<X509Certificate> certificates() {
        List<X509Certificate> certificates = new ArrayList<>();
        for (Block block : blocks) {
            if (block.label().equals(CERTIFICATE)) {
                try {
                    certificates.add((X509Certificate) CertificateFactory.getInstance("X.509")
                            .generateCertificate(new ByteArrayInputStream(block.bytes())));
                } catch (CertificateException e) {
                    throw refused("has a damaged certificate: " + e.getMessage() + "; make it anew", e);
                }
            }
        }
        if (certificates.isEmpty()) {
            throw refused(
                    "has no certificate in PEM form; write one that begins with -----BEGIN CERTIFICATE-----", null);
        }
        return certificates;
    }

    /**
     * Returns the private key.
     *
     * @throws IllegalArgumentException with a sentence, if there is none, or it has another form than PKCS #8
     */
    PrivateKey key() {
        for (Block block : blocks) {
            if (block.label().equals(KEY)) {
                return key(block.bytes());
            }
        }
        for (Block block : blocks) {
            if (block.label().endsWith(KEY)) {
                throw refused(
                        "has a key in the form '" + block.label()
                                + "'; convert it with openssl pkcs8 -topk8 -nocrypt -in " + file + " -out NEW",
                        null);
            }
        }
        throw refused("has no key in PEM form; write one that begins with -----BEGIN PRIVATE KEY-----", null);
    }

    private PrivateKey key(byte[] bytes) {
        PKCS8EncodedKeySpec encoded = new PKCS8EncodedKeySpec(bytes);
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
            } catch (InvalidKeySpecException e) {
                // It is a key of another algorithm.
            } catch (GeneralSecurityException e) {
                throw refused("cannot be used with this Java: " + e.getMessage() + "; use an RSA or EC key", e);
            }
        }
        throw refused("has a damaged key, or one of an unknown algorithm; use an RSA or EC key", null);
    }
}
