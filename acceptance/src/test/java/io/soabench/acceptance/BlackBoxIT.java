package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.Json;
import io.soabench.plan.RepetitionRecord;
import io.soabench.testing.TestPorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Does what {@code examples/black-box/README.md} says, on a free port and for a shorter time. */
@Timeout(600)
final class BlackBoxIT {

    private static final Path ROOT = Path.of(System.getProperty("soabench.root"));
    private static final String EXAMPLE = "examples/black-box";
    private static final String START = "java " + EXAMPLE + "/Server.java";
    private static final String MODEL = EXAMPLE + "/black-box.testbed";
    private static final long START_POLLS = 1200;

    @TempDir
    Path folder;

    private int port;
    private Process server;

    @BeforeEach
    void copyExample() throws IOException {
        port = TestPorts.next();
        Examples.copy("black-box", folder.resolve(EXAMPLE));
        Path model = folder.resolve(MODEL);
        Files.writeString(
                model,
                Files.readString(model)
                        .replace(":9090/", ":" + port + "/")
                        .replace("repeat 2  warm up 3 s  measure 6 s", "repeat 1  warm up 1 s  measure 3 s")
                        .replace("p99 response-time < 250 ms", "p99 response-time < 5 s")
                        .replace("report html, pdf", "report html"));
    }

    @AfterEach
    void stopServer() throws InterruptedException {
        if (server != null) {
            server.destroyForcibly().waitFor();
        }
    }

    private void startServer() throws IOException, InterruptedException {
        Path output = folder.resolve("server.log");
        String[] command = START.split(" ", -1);
        server = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", command[0])
                                .toString(),
                        command[1],
                        Integer.toString(port))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        String ready = "ready: http://127.0.0.1:" + port + "/weather";
        for (long polls = 0; polls < START_POLLS && !Files.readString(output).contains(ready); polls++) {
            assertThat(server.waitFor(50, TimeUnit.MILLISECONDS))
                    .as(Files.readString(output))
                    .isFalse();
        }
        assertThat(Files.readString(output)).contains(ready);
    }

    @Test
    void shouldBeStartedAsItsPageSays() throws IOException {
        assertThat(Files.readString(ROOT.resolve(EXAMPLE + "/README.md")))
                .contains(
                        "\n" + START + "\n",
                        "\nmvn soabench:run -Dtestbed=" + MODEL + "\n",
                        "It prints `ready: http://127.0.0.1:9090/weather`",
                        "[ERROR] the black-box process Weather takes no connection at http://127.0.0.1:9090/weather;"
                                + " start it or correct its address");
    }

    @Test
    void shouldWatchAServiceThatRunsAndLeaveItRunning() throws Exception {
        startServer();

        Measuring.ran(() ->
                MavenCommand.outcome(folder, "run", "-Dtestbed=" + MODEL, "-Dsoabench.output=out", Measuring.ONCE));

        assertThat(server.isAlive()).isTrue();
        Path testbed = folder.resolve("out/black-box");
        Path latest = testbed.resolve("runs/latest").toRealPath();
        assertThat(testbed.resolve("compiled/processes")).doesNotExist();
        for (String name : List.of("Weather-made", "Weather-taken")) {
            Path repetition = latest.resolve("cases").resolve(name).resolve("1");
            RepetitionRecord record = Json.read(repetition.resolve("repetition.json"), RepetitionRecord.class);
            assertThat(record.message()).isEmpty();
            assertThat(record.checks()).isEqualTo(1);
            assertThat(record.servers()).isEmpty();
            assertThat(record.endpoint()).isEqualTo("http://127.0.0.1:" + port + "/weather");
            assertThat(Files.readAllLines(repetition.resolve("samples-here.csv")))
                    .hasSizeGreaterThan(20);
        }
        assertThat(texts(testbed.resolve("compiled/requests/Weather")))
                .hasSize(3)
                .anyMatch(text -> text.contains("Lugano"))
                .anyMatch(text -> text.contains("Milano") && text.contains("Fahrenheit"))
                .anyMatch(text -> text.matches("(?s).*Country[^<]*>[A-Z]{2}<.*")
                        && !text.contains("lano")
                        && !text.contains("Lugano"));
        String report = ReportText.of(latest).replaceAll("\\s+", " ");
        assertThat(report)
                .contains("Weather")
                .contains(
                        "was not started by SOABench: processor time, memory and threads of its server are not known");
    }

    private static List<String> texts(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<String> texts = new ArrayList<>();
            for (Path file : files.sorted().toList()) {
                texts.add(Files.readString(file));
            }
            return texts;
        }
    }

    @Test
    void shouldSayInOneSentenceThatTheServiceDoesNotRun() throws Exception {
        try (MavenCommand maven = MavenCommand.run(folder, "run", "-Dtestbed=" + MODEL, "-Dsoabench.output=out")) {
            assertThat(maven.status()).isEqualTo(1);
            assertThat(maven.errors())
                    .contains("the black-box process Weather takes no connection at http://127.0.0.1:" + port
                            + "/weather; start it or correct its address");
            assertThat(maven.output())
                    .contains("the run cannot start: 1 reason")
                    .doesNotContain("[1/");
        }
        assertThat(folder.resolve("out/black-box/runs")).doesNotExist();
    }
}
