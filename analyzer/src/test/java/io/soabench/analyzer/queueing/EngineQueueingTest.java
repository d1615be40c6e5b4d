package io.soabench.analyzer.queueing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.analyzer.RunFixture;
import io.soabench.analyzer.database.ResultDatabase;
import io.soabench.plan.CasePlan;
import io.soabench.plan.CsvTable;
import io.soabench.plan.Plan;
import io.soabench.plan.sample.SamplePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From the files of a run to the view: an engine that takes 5 ms of two processors for a request, beside a load client. */
final class EngineQueueingTest {

    private static final int CYCLE_MS = 100;
    private static final double DEMAND_S = 0.005;

    @TempDir
    private Path run;

    private void load(RunFixture fixture, String caseId, int clients, double latencyMs) throws IOException {
        // The load client takes 1 ms a request on the same host.
        RunFixture.Repetition repetition = fixture.repetition(caseId, 1).load(0, 0, clients * 100L);
        for (int n = -10; n < 100; n++) {
            for (int client = 1; client <= clients; client++) {
                repetition.request(
                        "W" + clients + "." + client + "." + (n + 11),
                        n * CYCLE_MS + client * (double) CYCLE_MS / (clients + 1),
                        latencyMs,
                        "OK");
            }
        }
        repetition.write();
        StringBuilder metrics = new StringBuilder(CsvTable.METRICS.header()).append('\n');
        for (int second = 0; second <= 10; second++) {
            metrics.append(RunFixture.START_NS + second * 1_000L * RunFixture.MS)
                    .append(",cpu,")
                    .append(0.04 + DEMAND_S * clients * 1000 / CYCLE_MS)
                    .append(",cores,/proc/PID/stat\n");
        }
        Files.writeString(fixture.folder(caseId, 1).resolve("metrics-engine1.csv"), metrics);
    }

    @Test
    void shouldTakeDemandsFromTheFilesOfARunWithWhatSharesTheHost() throws IOException, SQLException {
        Plan plan = RunFixture.plan(1, 0, 1);
        CasePlan one = plan.cases().get(0);
        List<Integer> clients = List.of(2, 8, 20);
        List<CasePlan> cases = clients.stream()
                .map(n -> SamplePlan.testCase("case" + n, "engine1", "Process", "W" + n)
                        .withSchedule(one.schedule()))
                .toList();
        RunFixture fixture = new RunFixture(
                run,
                plan.withWorkloads(clients.stream()
                                .map(n -> SamplePlan.closed("W" + n, n))
                                .toList())
                        .withCases(cases));
        load(fixture, "case2", 2, 10);
        load(fixture, "case8", 8, 10.5);
        load(fixture, "case20", 20, 13);

        fixture.analyze();

        try (Connection connection = DriverManager.getConnection(ResultDatabase.address(run), "sa", "")) {
            ResultSet view = connection.createStatement().executeQuery("select * from v_queueing");
            assertThat(view.next()).isTrue();
            assertThat(view.getString("outcome")).as(view.getString("sentence")).isEqualTo("predicts");
            assertThat(view.getDouble("processors")).isEqualTo(2);
            assertThat(view.getDouble("demand_ms")).as("engine and load client").isCloseTo(6, within(0.05));
            assertThat(view.getDouble("background")).isCloseTo(0.04, within(0.01));
            assertThat(view.getDouble("capacity_per_s")).isCloseTo(1.96 / 0.006, within(5.0));
            assertThat(view.next()).isFalse();
            ResultSet loads = connection
                    .createStatement()
                    .executeQuery("select listagg(workload || ' ' || role, ', ') within group (order by position)"
                            + " from v_queueing_load");
            assertThat(loads.next()).isTrue();
            assertThat(loads.getString(1)).startsWith("W2 fitted, W8 fitted, W20 held,  predicted");
        }
    }
}
