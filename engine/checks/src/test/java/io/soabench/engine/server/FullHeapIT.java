package io.soabench.engine.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An engine gets deployments until its heap has no room. It must refuse the next one and continue. */
@Tag("it")
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class FullHeapIT {
    /** The number of deployments, many more than there is room for. */
    private static final int MOST = 400;

    /** An activity with a megabyte of text and a thousand copies. */
    private static final String LARGE = "<assign><copy><from><literal>" + "y".repeat(1_000_000)
            + "</literal></from><to variable=\"question\"/></copy>"
            + "<copy><from>$i + 1</from><to variable=\"i\"/></copy>".repeat(1_000) + "</assign>";

    @TempDir
    private Path folder;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private HttpResponse<String> send(URI at, String path, String method, byte[] body)
            throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(at.resolve(path))
                        .timeout(Duration.ofSeconds(60))
                        .header("Content-Type", method.equals("POST") ? "text/xml" : "application/zip")
                        .method(method, HttpRequest.BodyPublishers.ofByteArray(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static byte[] large(int number) {
        return EngineFixture.zip(EngineFixture.archive("Large" + number, LARGE, "http://127.0.0.1:9/"));
    }

    @Test
    void shouldRefuseWhatItsHeapHasNoRoomForAndGoOn() throws Exception {
        try (EngineProcess engine = EngineProcess.start(folder, "96m", "<empty/>", "http://127.0.0.1:9/", List.of())) {
            List<URI> at = engine.ready();
            URI admin = at.get(1);
            int deployed = 0;
            HttpResponse<String> answer = null;
            while (deployed < MOST) {
                answer = send(admin, "/deployments/Large" + deployed, "PUT", large(deployed));
                if (answer.statusCode() != 201) {
                    break;
                }
                deployed++;
            }

            assertThat(answer.statusCode()).isEqualTo(422);
            assertThat(answer.body())
                    .contains("\"code\" : \"MEMORY\"")
                    .containsPattern("the heap has no room for it: \\d+ of \\d+ MiB .* undeploy what is not needed");
            assertThat(deployed).isGreaterThan(2);
            // What is there goes on, and room that is made is used.
            assertThat(send(
                                    at.get(0),
                                    "/processes/Plain",
                                    "POST",
                                    EngineFixture.request("x").getBytes(StandardCharsets.UTF_8))
                            .statusCode())
                    .isEqualTo(200);
            for (int i = 0; i < deployed; i++) {
                assertThat(send(admin, "/deployments/Large" + i, "DELETE", new byte[0])
                                .statusCode())
                        .isEqualTo(204);
            }
            assertThat(send(admin, "/deployments/Again", "PUT", large(0)).statusCode())
                    .isEqualTo(201);
            assertThat(engine.process.isAlive()).isTrue();
        }
    }
}
