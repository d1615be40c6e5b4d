package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.Json;
import io.soabench.plan.LoadRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests that are answered by a callback, from the model to the database: both correlations, and Apache ODE. */
@Order(Measuring.LONG)
final class AsyncIT {

    private static final double GIVEN_UP_MS = 3_000;

    @TempDir
    Path folder;

    private void copyExample() throws IOException {
        Examples.copy("async", folder);
        Path model = folder.resolve("async.testbed");
        Files.writeString(
                model,
                Examples.light(Files.readString(model))
                        .replaceAll("warm up 5 s +measure 15 s", "warm up 3 s measure 8 s")
                        // How many fail is looked at here, and what cannot be decided is not measured again.
                        .replaceAll("(?m)^ *expect .*\\R", "")
                        .replaceAll("(?m)^report .*", "report csv"));
    }

    private List<String> rows(String query) throws SQLException {
        return Results.rows(folder.resolve("out/async/runs/latest"), query);
    }

    private record Sent(String uiid, double latencyMs, String outcome, String status) {}

    private List<Sent> samples(String testCase) throws IOException {
        return Files.readAllLines(repetition(testCase).resolve("samples-here.csv")).stream()
                .skip(1)
                .map(line -> line.split(",", -1))
                .map(fields -> new Sent(
                        fields[2], (Long.parseLong(fields[7]) - Long.parseLong(fields[5])) / 1e6, fields[8], fields[9]))
                .toList();
    }

    private Path repetition(String testCase) {
        return folder.resolve("out/async/runs/latest/cases/" + testCase + "/1");
    }

    /** Requests whose partner never calls the process back. */
    private List<String> silent(String testCase) throws IOException {
        return Files.readAllLines(repetition(testCase).resolve("calls-mocks.csv")).stream()
                .map(line -> line.split(",", -1))
                .filter(fields -> fields[9].equals("OMITTED"))
                .map(fields -> fields[3])
                .toList();
    }

    @Test
    void shouldMeasureUntilProcessesCallBack() throws Exception {
        copyExample();

        Measuring.ran(() -> MavenCommand.outcome(
                folder, "run", "-Dtestbed=async.testbed", "-Dsoabench.output=out", Measuring.ONCE));

        List<String> cases = List.of("Purchase-office-ours", "Addressed-office-ours", "Purchase-office-ode");
        for (String each : cases) {
            List<Sent> samples = samples(each);
            List<String> silent = silent(each);
            assertThat(samples).as(each).hasSizeGreaterThan(30).allSatisfy(sent -> {
                assertThat(sent.outcome()).isEqualTo("OK");
                assertThat(sent.status()).as("of the acknowledgement").isIn("202", "200");
            });
            assertThat(silent).as("requests that the process gives up").isNotEmpty();
            assertThat(samples)
                    .filteredOn(sent -> silent.contains(sent.uiid()))
                    .as("it waits for three seconds then, and says so")
                    .isNotEmpty()
                    .allMatch(sent -> sent.latencyMs() >= GIVEN_UP_MS);
            assertThat(samples.stream().filter(sent -> sent.latencyMs() < GIVEN_UP_MS))
                    .as("the others need about as long as the partner")
                    .hasSizeGreaterThan(samples.size() / 2)
                    .allMatch(sent -> sent.latencyMs() > 0);
            LoadRecord load = Json.read(repetition(each).resolve("load-here.json"), LoadRecord.class);
            assertThat(load.callbacks()).isEqualTo(new LoadRecord.Callbacks(samples.size(), 0, 0, 0, 0, 0));
            assertThat(repetition(each).resolve("repetition.json")).content().contains("\"checks\" : 3");
        }
        assertThat(rows("select distinct state from v_ledger where entry like '%calls%' or entry like 'instances%'"))
                .contains("agrees")
                .doesNotContain("differs");
        assertThat(rows("select case_id from v_repetition order by position"))
                .containsExactly("Purchase-office-ours", "Purchase-office-ode", "Addressed-office-ours");
    }
}
