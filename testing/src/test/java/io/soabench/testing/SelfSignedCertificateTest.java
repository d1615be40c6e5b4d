package io.soabench.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SelfSignedCertificateTest {

    @TempDir
    private Path folder;

    @Test
    void shouldBeSignedByItselfForTheNamedAddress() throws Exception {
        SelfSignedCertificate own = new SelfSignedCertificate(folder, "ip:127.0.0.1");

        X509Certificate read = (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(own.pem().getBytes(StandardCharsets.US_ASCII)));
        read.verify(read.getPublicKey());
        read.checkValidity();
        assertThat(read.getSubjectAlternativeNames()).singleElement().satisfies(name -> assertThat(name.get(1))
                .isEqualTo("127.0.0.1"));
        assertThat(own.file()).hasContent(own.pem());
        assertThat(Files.readString(own.keyFile()))
                .startsWith("-----BEGIN PRIVATE KEY-----\n")
                .endsWith("\n-----END PRIVATE KEY-----\n");
        assertThat(own.context().getProtocol()).isEqualTo("TLS");
    }

    @Test
    void shouldSayWhyThereIsNone() {
        assertThatThrownBy(() -> new SelfSignedCertificate(folder, "colour:red"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("keytool: ");
    }
}
