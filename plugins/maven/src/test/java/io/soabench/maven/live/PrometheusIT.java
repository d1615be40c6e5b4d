package io.soabench.maven.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.soabench.plan.Json;
import io.soabench.testing.TestPorts;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The metrics of the page as a real Prometheus reads them, with the configurations of {@code docs/how-to/watch-a-run.md}. Its program is
 * in the folder that {@code SOABENCH_PROMETHEUS} names; without it these tests are skipped.
 */
@Timeout(180)
class PrometheusIT {

    private static final String PROGRAMS = System.getenv("SOABENCH_PROMETHEUS");
    private static final Path PAGE = Path.of("../../docs/how-to/watch-a-run.md");
    private static final Pattern CONFIGURATION = Pattern.compile("```yaml\n(scrape_configs:\n.*?)```", Pattern.DOTALL);
    private static final long MOST_WAIT_S = 60;
    private static final long STEP_MS = 200;

    @TempDir
    Path folder;

    private final FedRun run = new FedRun();
    private final HttpClient client = HttpClient.newHttpClient();
    private LivePage page;
    private Process prometheus;

    @AfterEach
    void close() throws InterruptedException {
        if (prometheus != null) {
            prometheus.destroy();
            if (!prometheus.waitFor(MOST_WAIT_S, TimeUnit.SECONDS)) {
                prometheus.destroyForcibly();
            }
        }
        if (page != null) {
            page.close();
        }
    }

    /** Returns a configuration of the page, counted from 0, with port, path and file of this test. */
    private String configuration(int number) throws IOException {
        Matcher blocks = CONFIGURATION.matcher(Files.readString(PAGE));
        for (int skipped = 0; skipped <= number; skipped++) {
            assertThat(blocks.find())
                    .as("configuration %d of %s", skipped, PAGE)
                    .isTrue();
        }
        URI address = URI.create(page.address());
        return blocks.group(1)
                .replaceAll("127\\.0\\.0\\.1:\\d+", "127.0.0.1:" + address.getPort())
                .replaceAll("/[A-Za-z0-9_-]{24}/metrics", Matcher.quoteReplacement(address.getPath() + "metrics"))
                .replaceAll("credentials_file: \\S+", "credentials_file: " + folder.resolve("soabench.token"));
    }

    /** Starts Prometheus and returns the address of its interface. */
    private String started(String configuration) throws IOException {
        Path file = Files.writeString(folder.resolve("prometheus.yml"), configuration);
        int port = TestPorts.next();
        prometheus = new ProcessBuilder(
                        Path.of(PROGRAMS, "prometheus").toString(),
                        "--config.file=" + file,
                        "--storage.tsdb.path=" + folder.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + port)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("prometheus.log").toFile())
                .start();
        return "http://127.0.0.1:" + port;
    }

    /** Asks until the answer has something at a place, and returns that. */
    private JsonNode awaited(String address, String place) throws IOException, InterruptedException {
        for (long waitedMs = 0; waitedMs < TimeUnit.SECONDS.toMillis(MOST_WAIT_S); waitedMs += STEP_MS) {
            assertThat(prometheus.isAlive()).as("Prometheus runs").isTrue();
            try {
                HttpResponse<String> answer = client.send(
                        HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString());
                JsonNode found = answer.statusCode() == 200
                        ? Json.parse(answer.body(), JsonNode.class).at(place)
                        : Json.parse("{}", JsonNode.class).at("/nothing");
                if (found.isObject() || !found.asText("").isEmpty()) {
                    return found;
                }
            } catch (ConnectException e) {
                // It is not ready yet.
            }
            prometheus.waitFor(STEP_MS, TimeUnit.MILLISECONDS);
        }
        throw new AssertionError(
                "nothing at " + place + " of " + address + ":\n" + Files.readString(folder.resolve("prometheus.log")));
    }

    private void assertRead(String prometheusAddress) throws IOException, InterruptedException {
        String query = prometheusAddress + "/api/v1/query?query=";
        assertThat(awaited(query + "soabench_run_info", "/data/result/0/metric").toString())
                .contains("\"job\":\"soabench\"", "\"run\":\"20260101-000000\"", "\"testbed\":\"fed\"");
        String sent = URLEncoder.encode("soabench_requests_sent_total{engine=\"other\"}", StandardCharsets.UTF_8);
        assertThat(awaited(query + sent, "/data/result/0/value/1").asText()).isEqualTo("1200");
    }

    @Test
    void shouldBeReadWithATokenThatEachRunHas() throws IOException, InterruptedException {
        assumeTrue(PROGRAMS != null, "name a Prometheus: SOABENCH_PROMETHEUS=<folder with prometheus>");
        Files.writeString(folder.resolve("soabench.token"), "0123456789abcdef0123456789abcdef\n");
        page = run.open(0, "0123456789abcdef0123456789abcdef");
        FedRun.feed(run.beside(page, folder));
        String configuration = configuration(0);
        assertThat(configuration).contains("credentials_file: " + folder).doesNotContain("metrics_path");

        assertRead(started(configuration));
    }

    @Test
    void shouldBeReadAtThePathOfTheAddress() throws IOException, InterruptedException {
        assumeTrue(PROGRAMS != null, "name a Prometheus: SOABENCH_PROMETHEUS=<folder with prometheus>");
        page = run.open(0);
        FedRun.feed(run.beside(page, folder));
        String configuration = configuration(1);
        assertThat(configuration)
                .contains("metrics_path: " + URI.create(page.address()).getPath());

        assertRead(started(configuration));
    }

    @Test
    void shouldRefuseAnotherToken() throws IOException, InterruptedException {
        assumeTrue(PROGRAMS != null, "name a Prometheus: SOABENCH_PROMETHEUS=<folder with prometheus>");
        Files.writeString(folder.resolve("soabench.token"), "another-token-of-somebody\n");
        page = run.open(0, "0123456789abcdef0123456789abcdef");

        String address = started(configuration(0));

        assertThat(awaited(address + "/api/v1/targets", "/data/activeTargets/0/lastError")
                        .asText())
                .contains("server returned HTTP status 401 Unauthorized");
    }
}
