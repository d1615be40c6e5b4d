package io.soabench.mock;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.ServerIdentity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;

/**
 * A certificate of a host on loopback that it has signed itself, made by the keytool of this Java installation.
 *
 * @param certificate file of the certificate, in the PEM format
 * @param key file of its private key, in the PEM format
 */
record HostCertificate(Path certificate, Path key) {

    private static final String PASSWORD = "changeit";
    private static final String ALIAS = "host";

    /** Makes the files in a folder. */
    static HostCertificate in(Path folder) throws Exception {
        Path store = folder.resolve("host.p12");
        Path log = folder.resolve("keytool.log");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        ALIAS,
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=host",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(keytool.exitValue()).as(Files.readString(log)).isZero();
        KeyStore made = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        Path certificate = folder.resolve("host.pem");
        Files.writeString(
                certificate,
                ServerIdentity.pem("CERTIFICATE", made.getCertificate(ALIAS).getEncoded()));
        Path key = folder.resolve("host-key.pem");
        Files.writeString(
                key,
                ServerIdentity.pem(
                        "PRIVATE KEY",
                        made.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded()));
        return new HostCertificate(certificate, key);
    }
}
