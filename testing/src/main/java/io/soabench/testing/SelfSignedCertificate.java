package io.soabench.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A certificate that is signed with its own key, for servers that tests start. The keytool of this Java installation makes it. Thread-safe. */
public final class SelfSignedCertificate {

    private static final String ALIAS = "own";
    private static final String PASSWORD = "changeit";
    private static final long LIMIT_S = 60;
    private static final int LINE = 64;

    private final KeyStore store;
    private final String pem;
    private final Path file;
    private final Path keyFile;

    /**
     * Makes a certificate.
     *
     * @param folder an existing folder for its files
     * @param names the addresses for which it is valid, as {@code ip:127.0.0.1} or {@code dns:example.org}
     */
    public SelfSignedCertificate(Path folder, String names) throws IOException, InterruptedException {
        Path made = folder.resolve("own.p12");
        run(
                folder.resolve("keytool.log"),
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "EC",
                "-dname",
                "CN=test",
                "-ext",
                "san=" + names,
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-keystore",
                made.toString(),
                "-storepass",
                PASSWORD);
        file = folder.resolve("own.pem");
        keyFile = folder.resolve("own-key.pem");
        try {
            store = KeyStore.getInstance(made.toFile(), PASSWORD.toCharArray());
            pem = pem("CERTIFICATE", store.getCertificate(ALIAS).getEncoded());
            Files.writeString(file, pem);
            Files.writeString(
                    keyFile,
                    pem(
                            "PRIVATE KEY",
                            store.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    private static void run(Path log, String... arguments) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(arguments);
        builder.command()
                .add(
                        0,
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString());
        Process keytool =
                builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        if (!keytool.waitFor(LIMIT_S, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
            keytool.destroyForcibly();
            throw new IOException("keytool: " + Files.readString(log));
        }
    }

    private static String pem(String what, byte[] bytes) {
        return "-----BEGIN " + what + "-----\n"
                + Base64.getMimeEncoder(LINE, "\n".getBytes(StandardCharsets.US_ASCII))
                        .encodeToString(bytes)
                + "\n-----END " + what + "-----\n";
    }

    /** Returns the file of the certificate, in the PEM format. */
    public Path file() {
        return file;
    }

    /** Returns the file of the private key, in the PEM format. */
    public Path keyFile() {
        return keyFile;
    }

    /** Returns the certificate in the PEM format. */
    public String pem() {
        return pem;
    }

    /** Returns a context for a server that shows the certificate. */
    public SSLContext context() {
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, PASSWORD.toCharArray());
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
