package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.WorkDone;
import io.soabench.analyzer.database.ResultDatabase;
import io.soabench.plan.CsvTable;
import io.soabench.plan.Json;
import io.soabench.plan.MetricRecord;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import io.soabench.plan.ServerPlan;
import io.soabench.plan.sample.SamplePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Four engines with 1, 2, 4 and 8 threads. Each completes 100 requests a thread in ten seconds, and the processor time of a request falls with
 * the square root of the number of threads.
 */
final class WorkDoneTest {

    private static final int REPETITIONS = 2;

    @TempDir
    private Path folder;

    private RunFixture run() throws IOException {
        Plan plan = RunFixture.plan(4, 0, REPETITIONS);
        List<ServerPlan> servers = new ArrayList<>();
        for (ServerPlan each : plan.servers()) {
            int engine = each.name().startsWith("engine")
                    ? Integer.parseInt(each.name().substring(6))
                    : 0;
            servers.add(
                    engine == 0
                            ? each
                            : new ServerPlan(
                                    each.name(),
                                    each.type(),
                                    SamplePlan.HOST,
                                    Map.of("threads", Integer.toString(threads(engine)), "heap", "1000"),
                                    Map.of(),
                                    List.of()));
        }
        RunFixture run = new RunFixture(folder, plan.withServers(servers));
        Json.write(
                folder.resolve(RunFiles.METRICS),
                new MetricRecord.File(List.of(
                        new MetricRecord("cpu-time", MetricRecord.Kind.COUNTER, "s", "the kernel", "All of it."))));
        for (int engine = 1; engine <= 4; engine++) {
            for (int number = 1; number <= REPETITIONS; number++) {
                repetition(run, engine, number);
            }
        }
        return run;
    }

    private static int threads(int engine) {
        return 1 << (engine - 1);
    }

    /** The second repetition takes a tenth more processor time. */
    private static void repetition(RunFixture run, int engine, int number) throws IOException {
        RunFixture.Repetition written = run.repetition("case" + engine, number);
        int requests = 100 * threads(engine);
        for (int i = 0; i < requests; i++) {
            written.request("office.1." + (i + 1), i * 9_900.0 / requests, 2, "OK");
        }
        written.write();
        double cpuS = requests * 0.01 / Math.sqrt(threads(engine)) * (number == 2 ? 1.1 : 1);
        StringBuilder lines = new StringBuilder(CsvTable.METRICS.header()).append('\n');
        for (int ms = -500; ms <= 11_000; ms += 500) {
            lines.append(RunFixture.START_NS + ms * RunFixture.MS)
                    .append(",cpu-time,")
                    .append(7 + cpuS * ms / 10_000)
                    .append(",s,x\n");
        }
        Files.writeString(run.folder("case" + engine, number).resolve("metrics-engine" + engine + ".csv"), lines);
    }

    @Test
    void shouldDivideCompletedRequestsByTimeAndProcessorTime() throws IOException {
        CaseResult two = run().analyze().cases().get(1);

        WorkDone work = WorkDone.of(two, 0.95);

        assertThat(work.repetitions())
                .extracting(WorkDone.Repetition::completed)
                .containsExactly(200L, 200L);
        assertThat(work.perS().mean()).isCloseTo(20, within(0.01));
        double first = Math.sqrt(2) / 0.01;
        assertThat(work.repetitions().get(0).perCpuS()).isCloseTo(first, within(0.01 * first));
        assertThat(work.perCpuS().mean()).isCloseTo((first + first / 1.1) / 2, within(0.01 * first));
        assertThat(work.perCpuS().low()).isLessThan(first / 1.1);
        assertThat(work.perCpuS().high()).isGreaterThan(first);
        assertThat(work.ends()).isEmpty();
    }

    @Test
    void shouldFindEnginesThatDifferInOneParameterAndTheirLaw() throws IOException, SQLException {
        run().analyze();

        assertThat(rows("select engine, parameter, cast(parameter_value as int), round(speed_up, 1) from v_scaling"))
                .containsExactly(
                        "engine1 threads 1 1.0",
                        "engine2 threads 2 2.0",
                        "engine3 threads 4 4.0",
                        "engine4 threads 8 8.0");
        assertThat(rows(
                        "select quantity, round(exponent, 2), round(r_squared, 2), points from v_power_law where workload_kind = 'parameter'"
                                + " order by quantity"))
                .containsExactly("completed 1.0 1.0 4", "cpu-per-request -0.5 1.0 4");
    }

    @Test
    void shouldCallNoEnginesAScaleThatDifferInTwoParameters() throws IOException, SQLException {
        RunFixture run = run();
        Plan plan = run.plan();
        Json.write(
                folder.resolve(RunFiles.PLAN),
                plan.withServers(plan.servers().stream()
                        .map(each -> each.parameters().isEmpty()
                                ? each
                                : new ServerPlan(
                                        each.name(),
                                        each.type(),
                                        each.host(),
                                        Map.of(
                                                "threads",
                                                each.parameters().get("threads"),
                                                "heap",
                                                "1" + each.parameters().get("threads")),
                                        Map.of(),
                                        List.of()))
                        .toList()));
        run.analyze();

        assertThat(rows("select engine from v_scaling")).isEmpty();
        assertThat(rows("select engine, completed from v_work_done where repetition is null"))
                .hasSize(4);
    }

    private List<String> rows(String query) throws SQLException {
        try (Connection connection = DriverManager.getConnection(ResultDatabase.address(folder), "sa", "");
                Statement sql = connection.createStatement();
                ResultSet rows = sql.executeQuery(query)) {
            List<String> found = new ArrayList<>();
            while (rows.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    row.add(rows.getString(i));
                }
                found.add(String.join(" ", row));
            }
            return found;
        }
    }
}
