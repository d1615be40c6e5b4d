package io.soabench.engine.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** An authority that signs certificates for tests, by the keytool of this Java installation. */
final class TestAuthority {
    private static final String PASSWORD = "changeit";
    private static final String OWN = "authority";

    private final Path folder;
    private final Path store;
    private final Path trust;

    /**
     * A certificate with its key, in files of PEM form.
     *
     * @param certificate the file of the certificate
     * @param key the file of the private key
     */
    record Issued(Path certificate, Path key) {}

    /** Makes an authority whose files are in a folder. */
    TestAuthority(Path folder) throws IOException, InterruptedException {
        this.folder = folder;
        this.store = folder.resolve("authority.p12");
        this.trust = folder.resolve("authority.pem");
        keytool(
                store,
                "-genkeypair",
                "-alias",
                OWN,
                "-keyalg",
                "EC",
                "-dname",
                "CN=authority",
                "-validity",
                "9",
                "-ext",
                "bc:c");
        keytool(store, "-exportcert", "-rfc", "-alias", OWN, "-file", trust.toString());
    }

    private void keytool(Path keyStore, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-keystore", keyStore.toString(), "-storetype", "PKCS12", "-storepass", PASSWORD));
        Path log = folder.resolve("keytool.log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (!process.waitFor(120, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IOException("keytool: " + Files.readString(log));
        }
    }

    /** Returns the file of the authority's own certificate. */
    Path trust() {
        return trust;
    }

    /** Makes a certificate of an EC key that is valid now, for these names, as {@code ip:127.0.0.1}. */
    Issued issue(String alias, String names) throws IOException, InterruptedException {
        return issue(alias, "EC", names, "-1d", 3);
    }

    /**
     * Makes a certificate.
     *
     * @param alias the name of its files
     * @param algorithm the algorithm of its key
     * @param names the names that it is for, as {@code ip:127.0.0.1,dns:localhost}
     * @param start the beginning of its validity, as {@code -1d}
     * @param days the days of its validity
     */
    Issued issue(String alias, String algorithm, String names, String start, int days)
            throws IOException, InterruptedException {
        Path own = folder.resolve(alias + ".p12");
        Path request = folder.resolve(alias + ".csr");
        Path certificate = folder.resolve(alias + ".pem");
        Path key = folder.resolve(alias + "-key.pem");
        keytool(own, "-genkeypair", "-alias", alias, "-keyalg", algorithm, "-dname", "CN=" + alias);
        keytool(own, "-certreq", "-alias", alias, "-file", request.toString());
        keytool(
                store,
                "-gencert",
                "-rfc",
                "-alias",
                OWN,
                "-infile",
                request.toString(),
                "-outfile",
                certificate.toString(),
                "-ext",
                "san=" + names,
                "-startdate",
                start,
                "-validity",
                Integer.toString(days));
        try {
            PrivateKey made = (PrivateKey)
                    KeyStore.getInstance(own.toFile(), PASSWORD.toCharArray()).getKey(alias, PASSWORD.toCharArray());
            Files.writeString(key, pem("PRIVATE KEY", made.getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
        return new Issued(certificate, key);
    }

    static String pem(String label, byte[] bytes) {
        return "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                        .encodeToString(bytes)
                + "\n-----END " + label + "-----\n";
    }

    /**
     * Returns a context that trusts this authority and shows a certificate.
     *
     * @param own the certificate; null to show none
     * @param alias the name of its files
     */
    SSLContext context(Issued own, String alias) throws IOException {
        try {
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            trusted.setCertificateEntry(OWN, certificate(trust));
            TrustManagerFactory trusting = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trusting.init(trusted);
            KeyManagerFactory showing = null;
            if (own != null) {
                KeyStore keys =
                        KeyStore.getInstance(folder.resolve(alias + ".p12").toFile(), PASSWORD.toCharArray());
                keys.setKeyEntry(
                        alias, keys.getKey(alias, PASSWORD.toCharArray()), PASSWORD.toCharArray(), new Certificate[] {
                            certificate(own.certificate()), certificate(trust)
                        });
                showing = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
                showing.init(keys, PASSWORD.toCharArray());
            }
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(showing == null ? null : showing.getKeyManagers(), trusting.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    private static Certificate certificate(Path file) throws IOException, GeneralSecurityException {
        try (var input = Files.newInputStream(file)) {
            return CertificateFactory.getInstance("X.509").generateCertificate(input);
        }
    }
}
