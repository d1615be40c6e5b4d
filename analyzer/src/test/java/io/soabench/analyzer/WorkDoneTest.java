package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.WorkDone;
import io.soabench.analyzer.database.ResultDatabase;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.stat.Interval;
import io.soabench.plan.CsvTable;
import io.soabench.plan.Json;
import io.soabench.plan.MetricRecord;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import io.soabench.plan.ServerPlan;
import io.soabench.plan.ServerStart;
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
import java.util.stream.Stream;
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
        return run("");
    }

    /** @param front name of the engine that is the front without an engine; empty: none */
    private RunFixture run(String front) throws IOException {
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
                                    each.name().equals(front) ? ServerPlan.FRONT : each.type(),
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

    /** The second repetition takes a tenth more processor time. Each start takes a second for each engine before this one, and one more. */
    private static void repetition(RunFixture run, int engine, int number) throws IOException {
        repetition(run, engine, number, 100 * threads(engine));
    }

    private static void repetition(RunFixture run, int engine, int number, int requests) throws IOException {
        RunFixture.Repetition written = run.repetition("case" + engine, number);
        for (int i = 0; i < requests; i++) {
            written.request("office.1." + (i + 1), i * 9_900.0 / requests, 2, "OK");
        }
        String name = "engine" + engine;
        written.event("server", -9_500, name, ServerStart.started(7))
                .event("server", -9_400, "mocks", ServerStart.READY)
                .event("server", -9_500 + engine * 1_000, name, ServerStart.READY)
                .write();
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
        assertThat(work.startS().mean()).isCloseTo(2, within(0.001));
        assertThat(work.ends()).isEmpty();
    }

    /** A reader who finds two intervals of one number trusts neither. */
    @Test
    void shouldHaveTheIntervalThatTheStatisticOfThroughputHas() throws IOException, SQLException {
        RunFixture run = run();
        for (int engine = 1; engine <= 4; engine++) {
            for (int number = 1; number <= REPETITIONS; number++) {
                repetition(run, engine, number, threads(engine) * (100 + (number == 2 ? 3 + engine : 0)));
            }
        }

        Analysis analysis = run.analyze();

        String both =
                """
                select count(*) from v_work_done w join v_statistic s on s.case_id = w.case_id and s.repetition is null and s.metric = 'throughput'
                  and s.target_kind = 'process' and s.statistic = 'average'
                where w.repetition is null and s.ci_low < s.measured and s.ci_high > s.measured""";
        assertThat(rows(both)).containsExactly("4");
        assertThat(rows(both + " and w.completed_per_s = s.measured and w.ci_low = s.ci_low and w.ci_high = s.ci_high"))
                .as("a pooled spread in both")
                .containsExactly("4");
        CaseResult first = analysis.cases().get(0);
        Interval own = Interval.of(
                first.usable().stream()
                        .mapToDouble(RepetitionResult::throughput)
                        .toArray(),
                0.95);
        assertThat(WorkDone.of(first, 0.95).perS().high())
                .as("narrower than by the two repetitions alone")
                .isLessThan(own.high());
    }

    @Test
    void shouldDivideTheProcessorTimeOfTheFrontByThatOfEachEngine() throws IOException, SQLException {
        run("engine4").analyze();

        assertThat(rows("select engine, front, blocks, round(front_ms, 1), round(engine_ms, 1), round(share, 2)"
                        + " from v_front_share"))
                .containsExactly(
                        "engine1 engine4 2 3.7 10.5 0.35",
                        "engine2 engine4 2 3.7 7.4 0.5",
                        "engine3 engine4 2 3.7 5.2 0.71");
        assertThat(rows("select count(*) from v_front_share where share_ci_low <= share and share_ci_high >= share"
                        + " and front_ci_low < 3.6 and engine_ci_high > engine_ms and confidence = 0.95"))
                .containsExactly("3");
    }

    @Test
    void shouldHaveNoShareWithoutAFront() throws IOException, SQLException {
        run().analyze();

        assertThat(rows("select count(*) from v_front_share")).containsExactly("0");
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

    /** Both repetitions have the same ratios, so all six are decided; none of response times is. */
    @Test
    void shouldCompareProcessorTimesForACompletedRequest() throws IOException, SQLException {
        run().analyze();

        assertThat(rows(
                        "select case_a, case_b, unit, round(mean_a, 2), round(ratio, 3), round(ratio_high, 3), blocks, verdict from v_metric_pair"
                                + " where metric = 'processor-time' order by position"))
                .startsWith("case1 case2 ms 10.5 0.707 0.707 2 better", "case1 case3 ms 10.5 0.5 0.5 2 better")
                .hasSize(6);
        assertThat(rows("select round(w.cpu_ms, 2), round(s.cpu_ms, 2) from v_work_done w join v_scaling s"
                        + " on s.case_id = w.case_id where w.repetition is null and w.case_id = 'case1'"))
                .as("one number in all tables")
                .containsExactly("10.5 10.5");
        assertThat(rows("select sentence from v_metric_pair where metric = 'processor-time' and case_b = 'case2'"))
                .containsExactly(
                        "Process under office: For a completed request, engine1 takes 1.41× the processor time of engine2 (95 % CI 1.41 to 1.41, over"
                                + " only 2 repetitions).");
        assertThat(rows("select count(*) from v_pair where verdict in ('better', 'worse')"))
                .containsExactly("0");
    }

    /** The database of engine 2 takes nine times the processor time of engine 2. */
    @Test
    void shouldCountTheDatabaseOfAnEngine() throws IOException, SQLException {
        RunFixture run = run();
        Plan plan = run.plan();
        List<ServerPlan> servers = new ArrayList<>(plan.servers().stream()
                .map(each -> each.name().equals("engine2")
                        ? new ServerPlan(
                                each.name(), each.type(), each.host(), Map.of("database", "db"), Map.of(), List.of())
                        : each)
                .toList());
        servers.add(SamplePlan.server("db", "postgresql"));
        Json.write(
                folder.resolve(RunFiles.PLAN),
                plan.withServers(servers)
                        .withCases(
                                plan.cases().stream()
                                        .map(each ->
                                                each.withServers(Stream.concat(each.servers().stream(), Stream.of("db"))
                                                        .toList()))
                                        .toList(),
                                plan.order()));
        for (int number = 1; number <= REPETITIONS; number++) {
            for (int engine = 1; engine <= 2; engine++) {
                Path its = run.folder("case" + engine, number);
                String[] lines = Files.readString(its.resolve("metrics-engine" + engine + ".csv"))
                        .split("\n", -1);
                StringBuilder nine = new StringBuilder(lines[0]).append('\n');
                for (int line = 1; line < lines.length - 1; line++) {
                    String[] cells = lines[line].split(",", -1);
                    cells[2] = Double.toString(9 * Double.parseDouble(cells[2]));
                    nine.append(String.join(",", cells)).append('\n');
                }
                Files.writeString(its.resolve("metrics-db.csv"), nine);
            }
        }
        run.analyze();

        assertThat(
                        rows(
                                "select engine, round(completed_per_cpu_s, 1) from v_work_done where repetition = 1 order by engine fetch first 2 rows only"))
                .as("nobody names it in engine 1")
                .containsExactly("engine1 100.0", "engine2 14.1");
        Files.delete(run.folder("case2", 1).resolve("metrics-db.csv"));
        run.analyze();
        assertThat(
                        rows(
                                "select engine, completed_per_cpu_s from v_work_done where repetition = 1 and engine = 'engine2'"))
                .as("a part is unknown")
                .containsExactly("engine2 null");
    }

    @Test
    void shouldLeaveOutSpeedUpsOfAnOpenLoadThatAllComplete() throws IOException, SQLException {
        Plan plan = run().plan();
        Json.write(folder.resolve(RunFiles.PLAN), plan.withWorkloads(List.of(SamplePlan.open("office", 10))));
        for (int engine = 1; engine <= 4; engine++) {
            for (int number = 1; number <= REPETITIONS; number++) {
                repetition(new RunFixture(folder, plan), engine, number, 100);
            }
        }
        new RunFixture(folder, plan.withWorkloads(List.of(SamplePlan.open("office", 10)))).analyze();

        assertThat(rows("select engine, speed_up from v_scaling"))
                .containsExactly("engine1 null", "engine2 null", "engine3 null", "engine4 null");
        assertThat(rows("select quantity, round(exponent, 2) from v_power_law where workload_kind = 'parameter'"))
                .containsExactly("cpu-per-request -0.5");
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
