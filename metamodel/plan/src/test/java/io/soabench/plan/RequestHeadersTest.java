package io.soabench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestHeadersTest {

    private static final String SECRET = "s3cr&t-value";

    @TempDir
    private Path folder;

    private static HeaderPlan text(String name, String value) {
        return new HeaderPlan(name, value, "", "", "", "");
    }

    private RequestHeaders read(HeaderPlan... headers) {
        return RequestHeaders.of(
                "Legacy", List.of(headers), Map.of("SOABENCH_SECRET_A", SECRET, SecretFile.FOLDER, folder.toString()));
    }

    @Test
    void shouldMakeValuesOfTextsVariablesAndFiles() throws IOException {
        Files.writeString(folder.resolve("token"), SECRET + "\r\n");
        Files.writeString(folder.resolve("password"), "pässword");

        RequestHeaders headers = read(
                text("X-Tenant", "acme"),
                new HeaderPlan("X-Key", "", "SOABENCH_SECRET_A", "", "", ""),
                new HeaderPlan("X-Token", "", "", "token", "Bearer", ""),
                new HeaderPlan("Authorization", "", "", "password", "", "anna"));

        // The pair in Base64 is that of `printf 'anna:pässword' | base64` in UTF-8.
        assertThat(headers.values())
                .containsExactly(
                        Map.entry("X-Tenant", "acme"),
                        Map.entry("X-Key", SECRET),
                        Map.entry("X-Token", "Bearer " + SECRET),
                        Map.entry("Authorization", "Basic YW5uYTpww6Rzc3dvcmQ="));
        assertThat(headers.lines()).startsWith("\r\nX-Tenant: acme\r\nX-Key: ");
    }

    @Test
    void shouldHideSecretsThatAServerRepeats() throws IOException {
        Files.writeString(folder.resolve("password"), "open sesame");
        RequestHeaders headers = read(
                new HeaderPlan("X-Key", "", "SOABENCH_SECRET_A", "", "", ""),
                new HeaderPlan("Authorization", "", "", "password", "", "anna"));

        assertThat(headers.hidden("key " + SECRET + ", as XML s3cr&amp;t-value"))
                .isEqualTo("key ***, as XML ***");
        assertThat(headers.hidden(
                        ("ö open sesame, " + headers.values().get("Authorization")).getBytes(StandardCharsets.UTF_8)))
                .isEqualTo("ö ***, Basic ***".getBytes(StandardCharsets.UTF_8));
        assertThat(RequestHeaders.of(
                                "Legacy",
                                List.of(new HeaderPlan("X-Key", "", "SOABENCH_SECRET_L", "", "", "")),
                                Map.of("SOABENCH_SECRET_L", "0123456789".repeat(100)))
                        .hidden("cut off: " + "0123456789".repeat(40)))
                .isEqualTo("cut off: ***");
        assertThat(headers).hasToString("headers [X-Key, Authorization]");
    }

    @Test
    void shouldSayWhatIsMissingWithoutASecret() throws IOException {
        Files.write(folder.resolve("latin"), new byte[] {'a', (byte) 0xE4});
        Files.writeString(folder.resolve("lines"), "one\ntwo");

        assertThatThrownBy(() -> read(new HeaderPlan("X-Key", "", "SOABENCH_SECRET_B", "", "", "")))
                .hasMessage("header \"X-Key\" of process \"Legacy\" needs the variable SOABENCH_SECRET_B, which the"
                        + " environment of this machine has not; set it before the run");
        assertThatThrownBy(() -> read(new HeaderPlan("X-Key", "", "", "none", "", "")))
                .hasMessage(
                        "header \"X-Key\" of process \"Legacy\" needs the file of secrets none, which cannot be read"
                                + " in " + folder
                                + "; put it there, or name the folder by the variable SOABENCH_SECRETS");
        assertThatThrownBy(() -> read(new HeaderPlan("X-Key", "", "", "latin", "", "")))
                .hasMessageEndingWith("needs the file of secrets latin, which is no text in UTF-8; save it so");
        assertThatThrownBy(() -> read(new HeaderPlan("X-Key", "", "", "lines", "", "")))
                .hasMessageEndingWith("has a secret with characters that no header may have, such as a line end;"
                        + " correct the file lines")
                .hasMessageNotContaining("one");
    }

    @Test
    void shouldRefuseWhatCannotBeSentAndSecretsInClear() {
        assertThat(text("X Y", "a").problem()).contains("is no name of a header; write letters, digits and '-' only");
        assertThat(text("SOAPAction", "a").problem()).contains("is written by the load client itself; leave it out");
        assertThat(text("authorization", "Bearer x").problem())
                .contains("is a secret in clear; write: from environment \"SOABENCH_SECRET_…\", or: from file \"…\"");
        assertThat(text("X-A", "a\r\nX-B: b").problem()).isPresent();
        assertThat(new HeaderPlan("X-A", "", "HOME", "", "", "").problem()).isPresent();
        assertThat(new HeaderPlan("X-A", "", "", "../../etc/passwd", "", "").problem())
                .isPresent();
        assertThat(new HeaderPlan("X-A", "", "", "token", "Two words", "").problem())
                .isPresent();
        assertThat(new HeaderPlan("X-A", "", "", "token", "", "a:b").problem()).isPresent();
        assertThat(new HeaderPlan("X-A", "", "", "token", "Bearer", "").problem())
                .isEmpty();
    }

    @Test
    void shouldNameTheActionOfSoap12InTheMediaType() {
        assertThat(SoapVersion.SOAP_11.contentType("urn:a")).isEqualTo("text/xml; charset=utf-8");
        assertThat(SoapVersion.SOAP_12.contentType("urn:a"))
                .isEqualTo("application/soap+xml; charset=utf-8; action=\"urn:a\"");
        assertThat(SoapVersion.SOAP_12.contentType("")).isEqualTo("application/soap+xml; charset=utf-8");
    }
}
