package io.soabench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.server.Engine;
import io.soabench.engine.server.EngineConfiguration;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;

/** The requests on the page {@code engine/README.md} get the answers that stand there. */
final class EngineStartTest {

    private static final Path ROOT = Path.of(System.getProperty("soabench.root"));
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

    @Test
    void shouldAnswerAsThePageSays() throws Exception {
        String page = Files.readString(ROOT.resolve("engine/README.md"));
        try (Engine engine = Engine.start(EngineConfiguration.DEFAULT.withPorts(0, 0), new SystemEngineClock())) {
            String admin = "http://127.0.0.1:" + engine.adminPort();
            String services = "http://127.0.0.1:" + engine.port();

            String deployed = send("PUT", admin + "/deployments/Hello", BodyPublishers.ofByteArray(archive()));
            String answer = send(
                    "POST",
                    services + "/processes/Hello",
                    BodyPublishers.ofFile(ROOT.resolve("examples/hello/request.xml")));
            String batch = send(
                    "POST",
                    admin + "/deployments/Hello/batch",
                    BodyPublishers.ofString(found(page, "curl -d '([^']+)'")));

            assertThat(deployed.replace(services, "http://127.0.0.1:8080").strip())
                    .isEqualTo(block(page, "json"));
            assertThat(answer.strip()).isEqualTo(block(page, "xml"));
            assertThat(batch).contains("\"completed\" : 1000");
        }
    }

    private static String send(String method, String address, BodyPublisher body)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address))
                .timeout(Duration.ofSeconds(30))
                .header("Content-Type", "text/xml")
                .method(method, body)
                .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    /** The files that the page puts into the archive. */
    private static byte[] archive() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes);
                DirectoryStream<Path> files = Files.newDirectoryStream(ROOT.resolve("examples/hello"), "Hello.*")) {
            for (Path file : files) {
                zip.putNextEntry(new ZipEntry(file.getFileName().toString()));
                Files.copy(file, zip);
                zip.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    private static String block(String page, String language) {
        return found(page, "(?s)```" + language + "\n(.*?)\n```");
    }

    private static String found(String page, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(page);
        assertThat(matcher.find()).as(pattern).isTrue();
        return matcher.group(1);
    }
}
