package io.soabench.analyzer.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.history.ChangeSeries.Metric;
import io.soabench.analyzer.history.ChangeSeries.Subject;
import io.soabench.analyzer.history.History;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/** The series of many runs in the CSV layout of Apache Otava. */
final class OtavaFilesTest {

    /** The variable that names the folder of programs of others, which read what is written here. */
    private static final String VALIDATORS = "SOABENCH_VALIDATORS";

    @TempDir
    private Path folder;

    private static Subject of(String engine, Metric metric) {
        return new Subject("Order: new", "office", engine, metric);
    }

    /** Twelve runs; the third did not measure the throughput of the second engine. */
    private static History history() {
        return history("");
    }

    private static History history(String baseline) {
        List<Subject> order = List.of(
                of("one", Metric.RESPONSE_TIME),
                of("one", Metric.THROUGHPUT),
                of("two", Metric.RESPONSE_TIME),
                of("two", Metric.THROUGHPUT));
        List<History.Run> runs = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            Map<Subject, Double> values = new LinkedHashMap<>();
            for (Subject subject : order) {
                if (i != 2 || !subject.equals(order.get(3))) {
                    values.put(subject, 10.5 + i);
                }
            }
            runs.add(new History.Run(
                    "run-" + i, Path.of("run-" + i), Instant.ofEpochSecond(86_400L * i), "1,0", values, "", baseline));
        }
        return History.of("nightly", "", runs, order, 0.95);
    }

    @Test
    void shouldHaveATestWithACsvFileForEachCase() throws IOException {
        new OtavaFiles(history()).write(folder);
        Path own = folder.resolve("report/otava");
        Map<String, Map<String, Map<String, Object>>> configuration =
                new Yaml().load(Files.readString(own.resolve("otava.yaml")));

        assertThat(configuration.get("tests"))
                .containsOnlyKeys("nightly.Order: new.office.one", "nightly.Order: new.office.two");
        Map<String, Object> test = configuration.get("tests").get("nightly.Order: new.office.one");
        assertThat(test)
                .containsEntry("type", "csv")
                .containsEntry("file", "case-1.csv")
                .containsEntry("time_column", "time")
                .containsEntry("attributes", List.of("run", "version"))
                .containsEntry("csv_options", Map.of("delimiter", ",", "quote_char", "\""))
                .containsEntry(
                        "metrics",
                        Map.of(
                                "response_time_ms", Map.of("direction", -1, "scale", 1),
                                "throughput_per_s", Map.of("direction", 1, "scale", 1)));
        List<String> lines = Files.readAllLines(own.resolve("case-1.csv"));
        assertThat(lines).hasSize(13);
        assertThat(lines.get(0)).isEqualTo("time,run,version,response_time_ms,throughput_per_s");
        assertThat(lines.get(2)).isEqualTo("1970-01-02T00:00:00Z,run-1,\"1,0\",11.5,11.5");
    }

    @Test
    void shouldNameTheBaselineInEachRow() throws IOException {
        new OtavaFiles(history("one")).write(folder);
        Path own = folder.resolve("report/otava");

        assertThat(Files.readString(own.resolve("otava.yaml"))).contains("attributes: [run, version, baseline]");
        assertThat(Files.readAllLines(own.resolve("case-2.csv")).subList(0, 2))
                .containsExactly(
                        "time,run,version,baseline,response_time_ms,throughput_per_s",
                        "1970-01-01T00:00:00Z,run-0,\"1,0\",one,10.5,10.5");
    }

    /** Otava reads no empty values. */
    @Test
    void shouldLeaveOutARunThatDidNotMeasureAllMetricsOfTheCase() throws IOException {
        new OtavaFiles(history()).write(folder);

        assertThat(Files.readAllLines(folder.resolve("report/otava/case-2.csv")))
                .hasSize(12)
                .noneMatch(line -> line.contains("run-2,"));
    }

    /** Returns the command of the documentation, for a test. */
    private static List<String> documented(String test) throws IOException {
        String line = Files.readAllLines(Path.of("..", "docs", "how-to", "continuous-integration.md")).stream()
                .filter(each -> each.startsWith("otava "))
                .findFirst()
                .orElseThrow();
        Matcher words = Pattern.compile("'([^']*)'|(\\S+)").matcher(line);
        List<String> command = new ArrayList<>();
        while (words.find()) {
            command.add(words.group(1) != null ? test : words.group(2));
        }
        command.set(0, Path.of(System.getenv(VALIDATORS), "otava").toString());
        return command;
    }

    @Test
    @EnabledIfEnvironmentVariable(
            named = VALIDATORS,
            matches = ".+",
            disabledReason = "name the folder with otava: SOABENCH_VALIDATORS, as .ci/run does")
    void shouldBeReadByOtavaWhichFindsTheChange() throws Exception {
        Subject subject = of("one", Metric.RESPONSE_TIME);
        List<History.Run> runs = new ArrayList<>();
        Instant first = Instant.parse("2026-02-01T00:00:00Z");
        for (int i = 0; i < 30; i++) {
            double value = 10 + i * 7 % 10 / 10.0 + (i < 15 ? 0 : 5);
            runs.add(new History.Run(
                    "run-" + i,
                    Path.of("run-" + i),
                    first.plus(i, ChronoUnit.DAYS),
                    "1,0",
                    Map.of(subject, value),
                    "",
                    ""));
        }
        new OtavaFiles(History.of("nightly", "", runs, List.of(subject), 0.95)).write(folder);
        Path said = folder.resolve("said.txt");

        Process process = new ProcessBuilder(documented("nightly.Order: new.office.one"))
                .directory(folder.resolve("report/otava").toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();

        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(said))
                .as("the change stands between the last run before it and the first one after it")
                .containsPattern("(?s)run-14 [^%]*\\+\\d+\\.\\d%[^%]*run-15 ")
                .containsOnlyOnce("%");
        assertThat(process.exitValue()).isZero();
    }
}
