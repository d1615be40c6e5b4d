package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.Json;
import io.soabench.plan.RepetitionRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Servers with {@code tls true}: clients, an engine and partners that call it back speak https, by certificates of the run. */
@Timeout(600)
final class TlsIT {

    private static final String MODEL =
            """
            testbed secure "With TLS and without"
            seed 12
            """
                    + BothAnswers.MODEL
                    + """
            server secure : reference on here { tls true  heap 128 MiB  jvm-options "-XX:TieredStopAtLevel=1" }
            server plain  : reference on here { heap 128 MiB  jvm-options "-XX:TieredStopAtLevel=1" }
            server quoting : lean  on here { tls true  serves quotes }
            server pricing : axis2 on here { tls true  serves prices }
            metric in-service of servers { average, max }
            suite Quick {
                repeat 1 warm up 1 s measure 3 s until 120 answers at most 60 s time-out 30 s
                case on secure, plain for workload in (both)
            }
            report html, csv
            """;

    @TempDir
    private Path folder;

    private Path run() {
        return folder.resolve("out/secure/runs/latest");
    }

    private List<String> rows(String query) throws SQLException {
        return Results.rows(run(), query);
    }

    @Test
    void shouldMeasureWithTlsOnEveryWay() throws Exception {
        BothAnswers.copySources(folder);
        Files.writeString(folder.resolve("secure.testbed"), MODEL);

        Measuring.ran(() -> MavenCommand.outcome(
                folder, "run", "-Dtestbed=secure.testbed", "-Dsoabench.output=out", Measuring.ONCE));

        assertThat(endpoint("both-secure"))
                .matches("https://\\S+/processes/Purchase https://\\S+/processes/Sequential");
        assertThat(endpoint("both-plain")).matches("http://\\S+/processes/Purchase http://\\S+/processes/Sequential");
        for (String name : List.of("both-secure", "both-plain")) {
            assertThat(Files.readAllLines(repetition(name).resolve("samples-here.csv")))
                    .as("answers and callbacks of " + name)
                    .hasSizeGreaterThan(100)
                    .filteredOn(line -> !line.contains(",OK,"))
                    .hasSize(1);
            assertThat(Files.readAllLines(repetition(name).resolve("calls-quoting.csv")))
                    .anyMatch(line -> line.contains("CALLED_BACK"))
                    .noneMatch(line -> line.contains("REFUSED"));
            assertThat(Files.readAllLines(repetition(name).resolve("metrics-quoting.csv")))
                    .as("a mock host is asked for its metrics, too")
                    .anyMatch(line -> line.matches("\\d+,in-service,[\\d.]+,.*"));
        }
        assertThat(rows("select distinct state from v_ledger where entry like '%calls%'"))
                .containsExactly("agrees");
        assertThat(rows("select count(*) from v_ledger where state not in ('agrees', 'unknown')"))
                .containsExactly("0");
        assertThat(Files.readString(run().resolve("report/index.html")))
                .contains("TLS of requests differs: secure with, plain without.");
        shouldPublishNoKey();
    }

    private String endpoint(String name) {
        RepetitionRecord record = Json.read(repetition(name).resolve("repetition.json"), RepetitionRecord.class);
        assertThat(record.message()).as(name).isEmpty();
        return record.endpoint();
    }

    private Path repetition(String name) {
        return run().resolve("cases").resolve(name).resolve("1");
    }

    private void shouldPublishNoKey() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("out"))) {
            assertThat(files.filter(Files::isRegularFile)).noneMatch(TlsIT::hasKey);
        }
    }

    private static boolean hasKey(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1).contains("PRIVATE KEY");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
