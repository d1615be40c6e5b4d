package io.soabench.engine.server;

import static io.soabench.engine.server.EngineFixture.ASK;
import static io.soabench.engine.server.EngineFixture.RESPOND;
import static io.soabench.engine.server.EngineFixture.request;
import static io.soabench.engine.server.RawPartner.GOOD;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.server.deploy.RefusedDeploymentException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Partners that demand a login. Only they may get the headers that a descriptor defines for them. */
@Tag("it")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class PartnerHeadersIT {
    private static byte[] descriptor(RawPartner partner, String headers) {
        return ("{\"partners\": {\"partner\": \"http://127.0.0.1:" + partner.port()
                        + "/\"}, \"headers\": {\"partner\": " + headers + "}}")
                .getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void shouldSendHeadersToTheDeployedAddressOnly() throws Exception {
        String elsewhere =
                "<if><condition>contains($request.body, 'else')</condition><assign><copy><from>'http://127.0.0.1:%d/'</from>"
                        + "<to partnerLink=\"partner\"/></copy></assign></if>";
        try (RawPartner partner = new RawPartner(GOOD, false);
                RawPartner other = new RawPartner(GOOD, false);
                EngineFixture fixture = new EngineFixture()) {
            Map<String, byte[]> archive = fixture.archive("Tenant", elsewhere.formatted(other.port()) + ASK + RESPOND);
            archive.put("soabench-process.json", descriptor(partner, "{\"X-Tenant\": \"acme\"}"));
            fixture.engine.deployer().deploy("Tenant", archive);

            for (int i = 0; i < 2; i++) {
                assertThat(fixture.post("Tenant", request("x")).body()).contains(">good<");
                assertThat(partner.received()).contains("\r\nX-Tenant: acme\r\nContent-Length: ");
                assertThat(fixture.post("Tenant", request("else")).body()).contains(">good<");
                assertThat(other.received()).contains("Content-Length: ").doesNotContain("X-Tenant");
            }
        }
    }

    @Test
    void shouldTakeSecretsFromEnvironmentAndFolder(@TempDir Path folder) throws Exception {
        Path secrets = Files.createDirectories(folder.resolve("secrets"));
        Files.writeString(secrets.resolve("password"), "pa55\n");
        try (RawPartner partner = new RawPartner(GOOD, false)) {
            Path plain = folder.resolve("deploy/plain");
            EngineFixture.writePlain(plain, ASK + RESPOND, "http://127.0.0.1:" + partner.port() + "/");
            Files.write(
                    plain.resolve("soabench-process.json"),
                    descriptor(
                            partner,
                            "{\"Authorization\": {\"file\": \"password\", \"user\": \"bench\"},"
                                    + " \"X-Api-Key\": {\"environment\": \"SOABENCH_SECRET_KEY\"}}"));
            try (EngineProcess engine = EngineProcess.start(
                    folder.resolve("deploy"),
                    "64m",
                    List.of(),
                    Map.of("SOABENCH_SECRETS", secrets.toString(), "SOABENCH_SECRET_KEY", "k3y"))) {
                URI services = engine.ready().get(0);
                HttpResponse<String> answer = HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(URI.create(services + "/Plain"))
                                        .header("Content-Type", "text/xml")
                                        .POST(HttpRequest.BodyPublishers.ofString(request("x")))
                                        .build(),
                                HttpResponse.BodyHandlers.ofString());

                assertThat(answer.body()).contains(">good<");
                assertThat(partner.received())
                        .contains("\r\nAuthorization: Basic YmVuY2g6cGE1NQ==\r\n", "\r\nX-Api-Key: k3y\r\n");
            }
        }
    }

    @Test
    void shouldRefuseHeadersThatCannotBeSent() throws Exception {
        try (RawPartner partner = new RawPartner(GOOD, false);
                EngineFixture fixture = new EngineFixture()) {
            Map<String, byte[]> archive = fixture.archive("Refused", ASK + RESPOND);
            archive.put("soabench-process.json", descriptor(partner, "{\"Authorization\": \"Bearer t0p\"}"));

            RefusedDeploymentException refused = Assertions.catchThrowableOfType(
                    RefusedDeploymentException.class,
                    () -> fixture.engine.deployer().deploy("Refused", archive));

            assertThat(refused.problems()).singleElement().satisfies(problem -> assertThat(problem.message())
                    .contains("is a secret in clear")
                    .doesNotContain("t0p"));
        }
    }
}
