package io.soabench.engine.server.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartnerHeadersTest {
    @TempDir
    Path folder;

    private String lines(String json) throws Exception {
        Files.writeString(folder.resolve("token"), "t0p\r\n");
        Files.createDirectories(folder.resolve("folder"));
        Files.writeString(folder.resolve("large"), "x".repeat(9_000));
        Secrets secrets = new Secrets(Map.of(
                "SOABENCH_SECRET_KEY",
                "k3y",
                "SOABENCH_SECRET_PASSWORD",
                "süß",
                "SOABENCH_SECRET_LINES",
                "a\r\nb",
                "OTHER",
                "0ther",
                "SOABENCH_SECRETS",
                folder.toString()));
        Descriptor descriptor = Descriptor.read(
                Map.of(Descriptor.FILE, ("{\"headers\": {\"p\": " + json + "}}").getBytes(StandardCharsets.UTF_8)));
        return PartnerHeaders.lines("p", descriptor.headers().get("p"), secrets);
    }

    @Test
    void shouldWriteTextsAndSecrets() throws Exception {
        assertThat(
                        lines(
                                """
                                {"X-Tenant": "acme inc.", "X-Api-Key": {"environment": "SOABENCH_SECRET_KEY"},
                                 "Authorization": {"file": "token", "scheme": "Bearer"},
                                 "Proxy-Authorization": {"file": "token", "user": "Größe"}}
                                """))
                .isEqualTo(String.join(
                        "\r\n",
                        "Authorization: Bearer t0p",
                        "Proxy-Authorization: Basic R3LDtsOfZTp0MHA=",
                        "X-Api-Key: k3y",
                        "X-Tenant: acme inc.",
                        ""));
    }

    @Test
    void shouldSendPasswordsInUtf8WhereverTheyStand() throws Exception {
        Files.writeString(folder.resolve("password"), "süß\n");
        String expected = Base64.getEncoder().encodeToString("me:süß".getBytes(StandardCharsets.UTF_8));

        assertThat(
                        lines(
                                """
                                {"Authorization": {"file": "password", "user": "me"},
                                 "Proxy-Authorization": {"environment": "SOABENCH_SECRET_PASSWORD", "user": "me"}}
                                """))
                .isEqualTo("Authorization: Basic " + expected + "\r\nProxy-Authorization: Basic " + expected + "\r\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"Authorization\": \"Bearer t\"} | is a secret in clear",
                "{\"Cookie\": \"a=t\"} | is a secret in clear",
                "{\"Content-Length\": \"5\"} | is written by the engine",
                "{\"soapaction\": \"5\"} | is written by the engine",
                "{\"a b\": \"5\"} | is no name of a header",
                "{\"X\": \"\"} | no header may have",
                "{\"X\": \" a\"} | no header may have",
                "{\"X\": \"a\\r\\nEvil: b\"} | no header may have",
                "{\"X\": {\"environment\": \"SOABENCH_SECRET_LINES\"}} | no header may have",
                "{\"X\": {\"environment\": \"OTHER\"}} | begins with SOABENCH_SECRET_",
                "{\"X\": {\"environment\": \"SOABENCH_SECRET_GONE\"}} | has no variable 'SOABENCH_SECRET_GONE'",
                "{\"X\": {\"file\": \"gone\"}} | has no file 'gone' that can be read",
                "{\"X\": {\"file\": \"folder\"}} | has no file 'folder' that can be read",
                "{\"X\": {\"file\": \"../token\"}} | is no name of a file of secrets",
                "{\"X\": {\"file\": \"..\"}} | is no name of a file of secrets",
                "{\"X\": {\"file\": \"/etc/passwd\"}} | is no name of a file of secrets",
                "{\"X\": {\"file\": \"large\"}} | is larger than 8192 bytes"
            })
    void shouldRefuseWhatCannotBeSent(String json, String problem) {
        assertThatThrownBy(() -> lines(json))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the header '")
                .hasMessageContaining(problem)
                .hasMessageNotContaining("0ther");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"X\": null} | is null",
                "{\"X\": [1]} | is no text",
                "{\"X\": {}} | needs the place of its secret",
                "{\"X\": {\"environment\": \"A\", \"file\": \"b\"}} | needs the place of its secret",
                "{\"X\": {\"file\": \"b\", \"user\": \"u\", \"scheme\": \"s\"}} | has both",
                "{\"X\": {\"value\": \"b\"}} | has no 'value'"
            })
    void shouldRefuseWhatIsNoHeader(String json, String problem) {
        assertThatThrownBy(() -> lines(json))
                .isInstanceOf(RefusedDeploymentException.class)
                .hasMessageContaining(problem);
    }

    @Test
    void shouldNeedAFolderForFiles() throws IOException {
        assertThatThrownBy(() -> new Secrets(Map.of()).file("token"))
                .hasMessageContaining("set the variable SOABENCH_SECRETS");
    }
}
