package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes that are loaded at the same time on one engine, from the model to the database. */
final class MixedLoadIT {

    @TempDir
    Path folder;

    private List<String> rows(String query) throws SQLException {
        return Results.rows(folder.resolve("out/mixed/runs/latest"), query);
    }

    private void copyExample() throws IOException {
        Examples.copy("mixed", folder);
        Path model = folder.resolve("mixed.testbed");
        // Two fifths of the requests are orders, and each process needs thirty requests for a result.
        Files.writeString(
                model,
                Examples.light(Files.readString(model))
                        .replaceAll(
                                "repeat 2 +warm up 3 s +measure 8 s",
                                "repeat 1 warm up 1 s measure 6 s until 240 answers at most 60 s")
                        .replaceAll("clients 8 ", "clients 30 ")
                        .replace("report html, pdf, csv", "report html")
                        .replaceAll("80 % Browse sends Views, 20 % Order", "60 % Browse sends Views, 40 % Order")
                        // How quick they are is no matter of this test, and what cannot be decided is not measured
                        // again.
                        .replaceAll("(?m)^ *expect .*\\R", ""));
    }

    @Test
    void shouldLoadBothProcessesByClassesAndByWeights() throws Exception {
        copyExample();

        Measuring.done(() -> MavenCommand.outcome(folder, "run", "-Dtestbed=mixed.testbed", "-Dsoabench.output=out"));

        for (String workload : List.of("shop", "web")) {
            Path repetition = folder.resolve("out/mixed/runs/latest/cases/" + workload + "-engine/1");
            assertThat(repetition.resolve("repetition.json"))
                    .content()
                    .containsPattern("\"endpoint\" : \"http://\\S+/processes/Browse http://\\S+/processes/Order\"")
                    .contains("\"checks\" : 6");
            List<String[]> samples = Files.readAllLines(repetition.resolve("samples-here.csv")).stream()
                    .skip(1)
                    .map(line -> line.split(",", -1))
                    .toList();
            List<String[]> calls = Files.readAllLines(repetition.resolve("calls-mocks.csv")).stream()
                    .skip(1)
                    .map(line -> line.split(",", -1))
                    .toList();
            List<String[]> answered =
                    samples.stream().filter(sample -> sample[8].equals("OK")).toList();
            assertThat(answered).extracting(sample -> sample[3]).contains("0", "1");
            for (String[] sample : answered.subList(0, answered.size() / 2)) {
                boolean order = sample[3].equals("1");
                assertThat(calls.stream().filter(call -> call[3].equals(sample[2])))
                        .as("partners of chunk " + sample[3])
                        .extracting(call -> call[0])
                        .containsExactlyInAnyOrder(
                                order ? new String[] {"quotes", "payments", "quotes"} : new String[] {"quotes"});
            }
        }
        assertThat(rows("select case_id, process, requests >= 30, throughput_per_s > 0, median_ms > 0,"
                        + " overhead_median_ms > 0 from v_process where repetition is null order by case_id, position"))
                .containsExactly(
                        "shop-engine Browse TRUE TRUE TRUE TRUE",
                        "shop-engine Order TRUE TRUE TRUE TRUE",
                        "web-engine Browse TRUE TRUE TRUE TRUE",
                        "web-engine Order TRUE TRUE TRUE TRUE");
        assertThat(rows("select distinct process, state from v_ledger where entry like '%calls%' order by 1, 2"))
                .containsExactly("Browse agrees", "Browse+Order agrees", "Order agrees");
        assertThat(ReportText.of(folder.resolve("out/mixed/runs/latest")))
                .contains("Processes that are loaded together")
                .contains("Browse+Order under shop on engine")
                .contains("By process, over all valid repetitions")
                .contains("Order: partner calls of successful requests");
    }
}
