package io.soabench.analyzer.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LogExcerptTest {

    @TempDir
    private Path logs;

    private List<String> lines() throws IOException {
        return LogExcerpt.of("engine", logs).stream().map(LogLine::text).toList();
    }

    @Test
    void shouldPreferErrorsToWarningsAndBothToTheLastLines() throws IOException {
        Path log = logs.resolve("engine.log");
        Files.writeString(log, "INFO started\n\nINFO serving\n");
        assertThat(lines()).containsExactly("INFO started", "INFO serving");

        Files.writeString(log, "INFO started\nWARN slow disk\nINFO serving\n");
        assertThat(lines()).containsExactly("WARN slow disk");

        Files.writeString(
                log,
                """
                INFO started
                WARN slow disk
                java.lang.IllegalStateException: closed
                \tat some.Errors.fatal(Errors.java:1)
                \t... 7 more
                Caused by: java.io.IOException: gone
                SEVERE giving up
                INFO errors=0
                """);
        assertThat(lines())
                .containsExactly(
                        "java.lang.IllegalStateException: closed",
                        "Caused by: java.io.IOException: gone",
                        "SEVERE giving up");
    }

    @Test
    void shouldCountLinesThatDifferInNumbersOnly() throws IOException {
        Files.writeString(
                logs.resolve("engine.log"),
                IntStream.range(0, 1000)
                        .mapToObj(i -> "12:00:%02d ERROR instance %d is lost%n".formatted(i % 60, i))
                        .collect(Collectors.joining()));

        assertThat(LogExcerpt.of("engine", logs))
                .containsExactly(new LogLine("engine", "engine.log", 1000, "12:00:00 ERROR instance 0 is lost"));
    }

    @Test
    void shouldKeepTheBeginAndTheEndOfManyErrorsOfAllFiles() throws IOException {
        Files.createDirectories(logs.resolve("sub"));
        Files.writeString(logs.resolve("a.log"), errors('a', 15));
        Files.writeString(logs.resolve("sub/b.log"), errors('k', 15));

        assertThat(LogExcerpt.of("engine", logs))
                .hasSize(LogExcerpt.MOST_LINES)
                .startsWith(new LogLine("engine", "a.log", 1, "ERROR in part a"))
                .endsWith(new LogLine("engine", "sub/b.log", 1, "ERROR in part y"));
    }

    private static String errors(char first, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "ERROR in part " + (char) (first + i) + "\n")
                .collect(Collectors.joining());
    }

    @Test
    void shouldCutLongLinesAndBearAnyBytes() throws IOException {
        Files.write(
                logs.resolve("engine.log"),
                ("ERROR \u0000\u001b[31m\u00e9" + "x".repeat(1000) + "\n").getBytes(StandardCharsets.ISO_8859_1));

        assertThat(lines())
                .singleElement()
                .asString()
                .hasSize(301)
                .startsWith("ERROR   [31m")
                .endsWith("x…");
    }

    @Test
    void shouldLeaveOutTheLogOfCollections() throws IOException {
        Files.writeString(logs.resolve("gc-12.log"), "[t][0.1s][gc] Using G1\n");
        Files.writeString(logs.resolve("stdout.log"), "ready\n");

        assertThat(lines()).hasSize(1).first().asString().contains("ready");
    }

    @Test
    void shouldHaveNothingWhenThereAreNoLogs() throws IOException {
        assertThat(LogExcerpt.of("engine", logs.resolve("none"))).isEmpty();
        Files.createFile(logs.resolve("stderr.log"));
        assertThat(lines()).isEmpty();
    }
}
