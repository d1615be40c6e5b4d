package io.soabench.engine.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.server.tls.TlsSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files of TLS when an engine starts: each one that cannot be used gives a sentence with the file and the cure. */
@Tag("it")
class TlsStartIT {
    @TempDir
    private static Path folder;

    private static TestAuthority authority;
    private static TestAuthority.Issued good;

    @BeforeAll
    static void issue() throws Exception {
        authority = new TestAuthority(folder);
        good = authority.issue("good", "ip:127.0.0.1");
    }

    private static void start(TlsSettings tls) throws EngineStartException {
        Engine.start(EngineFixture.CONFIGURATION.but().tls(tls).build(), new SystemEngineClock())
                .close();
    }

    private static void assertRefused(Path certificate, Path key, String sentence) {
        assertThatThrownBy(() -> start(new TlsSettings(certificate, key, false, null, null, null)))
                .isInstanceOf(EngineStartException.class)
                .hasMessage(sentence);
    }

    private static Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"EC", "RSA"})
    void shouldStartWithEachUsualKey(String algorithm) throws Exception {
        TestAuthority.Issued issued = authority.issue("key-" + algorithm, algorithm, "ip:127.0.0.1", "-1d", 3);

        assertThatCode(() -> start(new TlsSettings(
                        issued.certificate(),
                        issued.key(),
                        true,
                        authority.trust(),
                        issued.certificate(),
                        issued.key())))
                .doesNotThrowAnyException();
    }

    @Test
    void shouldRefuseWhenFileIsMissing() {
        Path missing = folder.resolve("missing.pem");
        assertRefused(
                missing,
                good.key(),
                "tls-certificate=" + missing + " cannot be read: java.nio.file.NoSuchFileException: " + missing
                        + "; name a file that the engine may read");
    }

    @Test
    void shouldRefuseWhenCertificateHasExpired() throws Exception {
        TestAuthority.Issued old = authority.issue("old", "EC", "ip:127.0.0.1", "-10d", 3);

        assertThatThrownBy(() -> start(new TlsSettings(old.certificate(), old.key(), false, null, null, null)))
                .hasMessageStartingWith("tls-certificate=" + old.certificate() + " has expired at 2")
                .hasMessageEndingWith("; renew the certificate");
    }

    @Test
    void shouldRefuseWhenCertificateIsNotValidYet() throws Exception {
        TestAuthority.Issued early = authority.issue("early", "EC", "ip:127.0.0.1", "+3d", 3);

        assertThatThrownBy(() -> start(new TlsSettings(early.certificate(), early.key(), false, null, null, null)))
                .hasMessageStartingWith("tls-certificate=" + early.certificate() + " is not valid before 2");
    }

    @Test
    void shouldRefuseWhenKeyDoesNotFit() throws Exception {
        TestAuthority.Issued other = authority.issue("other", "ip:127.0.0.1");
        TestAuthority.Issued rsa = authority.issue("rsa", "RSA", "ip:127.0.0.1", "-1d", 3);

        for (Path key : new Path[] {other.key(), rsa.key()}) {
            assertRefused(
                    good.certificate(),
                    key,
                    "tls-key=" + key + " is not the key of the certificate in " + good.certificate()
                            + "; name the key that it was made with");
        }
    }

    @Test
    void shouldRefuseWhenTheIssuerIsFirst() throws Exception {
        Path chain = write("chain.pem", Files.readString(authority.trust()) + Files.readString(good.certificate()));

        assertRefused(
                chain,
                good.key(),
                "tls-certificate=" + chain + " does not begin with the certificate of the key; put it first");
    }

    @Test
    void shouldStartWhenTheIssuerFollows() throws Exception {
        Path chain = write("right.pem", Files.readString(good.certificate()) + Files.readString(authority.trust()));

        assertThatCode(() -> start(new TlsSettings(chain, good.key(), false, null, null, null)))
                .doesNotThrowAnyException();
    }

    @Test
    void shouldRefuseWhenFilesAreMixedUp() {
        assertRefused(
                good.key(),
                good.certificate(),
                "tls-certificate=" + good.key()
                        + " has no certificate in PEM form; write one that begins with -----BEGIN CERTIFICATE-----");
    }

    @Test
    void shouldNameTheCommandWhenKeyHasAnOldForm() throws Exception {
        Path old = write("rsa-key.pem", TestAuthority.pem("RSA PRIVATE KEY", new byte[100]));
        assertRefused(
                good.certificate(),
                old,
                "tls-key=" + old + " has a key in the form 'RSA PRIVATE KEY'; convert it with openssl pkcs8 -topk8"
                        + " -nocrypt -in " + old + " -out NEW");
    }

    @Test
    void shouldRefuseWhenKeyIsDamaged() throws Exception {
        Path damaged = write("damaged-key.pem", TestAuthority.pem("PRIVATE KEY", new byte[100]));
        assertRefused(
                good.certificate(),
                damaged,
                "tls-key=" + damaged + " has a damaged key, or one of an unknown algorithm; use an RSA or EC key");
    }

    @Test
    void shouldRefuseWhenCertificateIsDamaged() throws Exception {
        Path damaged = write("damaged.pem", TestAuthority.pem("CERTIFICATE", new byte[100]));
        assertThatThrownBy(() -> start(new TlsSettings(damaged, good.key(), false, null, null, null)))
                .hasMessageStartingWith("tls-certificate=" + damaged + " has a damaged certificate: ")
                .hasMessageEndingWith("; make it anew");
    }

    @Test
    void shouldRefuseWhenTrustIsEmpty() throws Exception {
        Path empty = write("empty.pem", "");
        assertThatThrownBy(() -> start(new TlsSettings(null, null, false, empty, null, null)))
                .isInstanceOf(EngineStartException.class)
                .hasMessageStartingWith("partner-trust=" + empty + " has no certificate in PEM form");
    }

    @Test
    void shouldSayWhatIsMissing() {
        Path file = Path.of("x.pem");
        assertThatThrownBy(() -> new TlsSettings(file, null, false, null, null, null))
                .hasMessage("tls-certificate=x.pem needs --tls-key too; add it");
        assertThatThrownBy(() -> new TlsSettings(null, null, false, null, null, file))
                .hasMessage("partner-key=x.pem needs --partner-certificate too; add it");
        assertThatThrownBy(() -> new TlsSettings(null, null, true, null, null, null))
                .hasMessage("admin-tls needs a certificate; add --tls-certificate and --tls-key");
        assertThat(TlsSettings.NONE.isOn()).isFalse();
    }
}
