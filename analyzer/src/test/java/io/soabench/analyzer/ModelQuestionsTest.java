package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.soabench.analyzer.RunFixture.Repetition;
import io.soabench.analyzer.cases.ObjectiveResult;
import io.soabench.analyzer.cases.ObjectiveResult.State;
import io.soabench.analyzer.database.ResultDatabase;
import io.soabench.analyzer.repetition.ModelQuestions;
import io.soabench.plan.CasePlan;
import io.soabench.plan.Comparison;
import io.soabench.plan.EventPlan;
import io.soabench.plan.Execution;
import io.soabench.plan.MetricPlan;
import io.soabench.plan.MetricUnit;
import io.soabench.plan.ObjectivePlan;
import io.soabench.plan.Plan;
import io.soabench.plan.ServerPlan;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;
import io.soabench.plan.sample.SamplePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a model asks with {@code metric} and {@code expect}, and what comes of it. */
final class ModelQuestionsTest {

    @TempDir
    private Path run;

    private static ObjectivePlan expect(
            String metric, String statistic, Target target, Comparison comparison, double limit, MetricUnit unit) {
        String of = target.text().isEmpty() ? "" : " of " + target.text();
        return new ObjectivePlan(
                metric,
                StatisticFunction.parse(statistic),
                target,
                comparison,
                limit,
                unit,
                statistic + " " + metric + of + " " + comparison.text() + " " + limit);
    }

    private static MetricPlan metric(String type, Target target, String... statistics) {
        return new MetricPlan(
                type,
                target,
                Arrays.stream(statistics).map(StatisticFunction::parse).toList());
    }

    /** “Under full of Memory” has another meaning, so the suite is called one. */
    @Test
    void shouldNameTheSuiteOfAWorkloadThatSeveralHave() {
        CasePlan here = SamplePlan.testCase("here", "engine1", "Process", "full");
        CasePlan far = RunFixture.inSuite(SamplePlan.testCase("far", "engine1", "Process", "full"), "Far");
        CasePlan alone = RunFixture.inSuite(SamplePlan.testCase("alone", "engine1", "Process", "low"), "Far");
        ModelQuestions questions = new ModelQuestions(SamplePlan.empty().withCases(List.of(here, far, alone)));

        assertThat(questions.workload(here)).isEqualTo("workload full of suite Quick");
        assertThat(questions.workload(far)).isEqualTo("workload full of suite Far");
        assertThat(questions.workload(alone)).isEqualTo("low");
    }

    /** Fifty requests of that latency, one every 100 ms; each calls the service, which is to take 4 ms and takes 4.5 ms. */
    private static Repetition repetition(RunFixture fixture, String testCase, int number, double latencyMs) {
        Repetition repetition = fixture.repetition(testCase, number);
        for (int i = 1; i <= 50; i++) {
            String uiid = "office.1." + i;
            repetition.request(uiid, i * 100, latencyMs, "OK").call(1, uiid, 1, i * 100 + 1, 4, 4.5, "OK");
        }
        return repetition;
    }

    /** Cores that a server used: 1, 2, … {@code top} tenths, one a second from the start of the measurement. */
    private static void cpu(RunFixture fixture, String testCase, int number, String server, int top)
            throws IOException {
        StringBuilder lines = new StringBuilder("at_ns,metric,value,unit,source\n");
        for (int i = 1; i <= top; i++) {
            lines.append(RunFixture.START_NS + (i - 1) * 500L * RunFixture.MS + 1)
                    .append(",cpu,")
                    .append(i / 10.0)
                    .append(",cores,x\n");
        }
        Files.writeString(fixture.folder(testCase, number).resolve("metrics-" + server + ".csv"), lines);
    }

    private List<ObjectiveResult> judged(Plan plan) throws IOException {
        RunFixture fixture = new RunFixture(run, plan);
        for (Execution each : plan.order()) {
            repetition(fixture, each.caseId(), each.repetition(), 10 + each.repetition())
                    .write();
            cpu(fixture, each.caseId(), each.repetition(), "mocks", 4);
            cpu(fixture, each.caseId(), each.repetition(), "engine1", 20);
        }
        return fixture.analyze().cases().get(0).objectives();
    }

    private static Target server(String name) {
        return new Target(Target.Kind.SERVER, name);
    }

    @Test
    void shouldJudgeTheServerThatAnObjectiveNames() throws IOException {
        ObjectivePlan mocks = expect("cpu", "max", server("mocks"), Comparison.LESS, 1, MetricUnit.NUMBER);
        ObjectivePlan engine =
                expect("cpu", "max", new Target(Target.Kind.ENGINE, "engine1"), Comparison.LESS, 1, MetricUnit.NUMBER);
        ObjectivePlan underTest = expect("cpu", "max", Target.CASE, Comparison.LESS, 1, MetricUnit.NUMBER);

        // The mock host uses 0.4 cores at most, the engine 2.0.
        assertThat(judged(RunFixture.plan(1, 1, 1, mocks, engine, underTest)))
                .extracting(ObjectiveResult::target, ObjectiveResult::measured, ObjectiveResult::state)
                .containsExactly(
                        tuple("mocks", 0.4, State.MET),
                        tuple("engine1", 2.0, State.MISSED),
                        tuple("engine1", 2.0, State.MISSED));
    }

    @Test
    void shouldDecideEveryStatisticThatHasAValue() throws IOException {
        List<ObjectiveResult> results = judged(RunFixture.plan(
                1,
                1,
                3,
                expect("cpu", "p90", server("engine1"), Comparison.AT_MOST, 3, MetricUnit.NUMBER),
                expect("cpu", "standard-deviation", server("engine1"), Comparison.AT_MOST, 3, MetricUnit.NUMBER),
                expect("throughput", "average", Target.CASE, Comparison.AT_LEAST, 1, MetricUnit.PER_SECOND),
                expect("failures", "average", Target.CASE, Comparison.AT_MOST, 0.03, MetricUnit.RATIO),
                expect("response-time", "standard-deviation", Target.CASE, Comparison.LESS, 0.001, MetricUnit.SECOND),
                expect("response-time", "count", Target.CASE, Comparison.AT_LEAST, 50, MetricUnit.NUMBER)));

        assertThat(results).extracting(ObjectiveResult::state).containsOnly(State.MET);
        // R: quantile((1:20)/10, .9) is 1.81, sd((1:20)/10) is 0.591608
        assertThat(results.get(0).measured()).isCloseTo(1.81, within(1e-9));
        assertThat(results.get(1).measured()).isCloseTo(0.591608, within(1e-6));
        // Fifty answers in ten seconds.
        assertThat(results.get(2).measured()).isCloseTo(5, within(1e-9));
        assertThat(results.get(3).measured()).isZero();
        assertThat(results.get(4).measured()).isCloseTo(0, within(1e-9));
    }

    @Test
    void shouldJudgeAServiceByWhatItsMocksMeasured() throws IOException {
        Target quotes = new Target(Target.Kind.SERVICE, "quotes");
        List<ObjectiveResult> results = judged(RunFixture.plan(
                1,
                1,
                2,
                expect("response-time", "average", quotes, Comparison.LESS, 0.0046, MetricUnit.SECOND),
                expect("response-time", "average", quotes, Comparison.LESS, 0.0044, MetricUnit.SECOND)));

        assertThat(results).extracting(ObjectiveResult::state).containsExactly(State.MET, State.MISSED);
        assertThat(results.get(0).measured()).isCloseTo(4.5, within(1e-6));
    }

    @Test
    void shouldJudgeOnlyTheCasesThatAnObjectiveConcerns() throws IOException {
        ObjectivePlan own = expect(
                "response-time",
                "average",
                new Target(Target.Kind.PROCESS, "Process"),
                Comparison.LESS,
                0.1,
                MetricUnit.SECOND);
        ObjectivePlan second =
                expect("cpu", "max", new Target(Target.Kind.ENGINE, "engine2"), Comparison.LESS, 1, MetricUnit.NUMBER);
        Plan plan = RunFixture.plan(2, 1, 1, own, second);
        RunFixture fixture = new RunFixture(run, plan);
        repetition(fixture, "case1", 1, 10).write();
        repetition(fixture, "case2", 1, 10).write();
        cpu(fixture, "case2", 1, "engine2", 5);

        Analysis analysis = fixture.analyze();

        assertThat(analysis.cases().get(0).objectives())
                .extracting(ObjectiveResult::target)
                .containsExactly("Process");
        assertThat(analysis.cases().get(1).objectives())
                .extracting(ObjectiveResult::target, ObjectiveResult::state)
                .containsExactly(tuple("Process", State.UNDECIDED), tuple("engine2", State.MET));
        assertThat(analysis.passed()).isTrue();
    }

    @Test
    void shouldNotLoseAnObjectiveThatConcernsNoCase() throws IOException, SQLException {
        ObjectivePlan stray = expect(
                "response-time",
                "average",
                new Target(Target.Kind.PROCESS, "Other"),
                Comparison.LESS,
                0.1,
                MetricUnit.SECOND);
        List<ObjectiveResult> results = judged(RunFixture.plan(2, 1, 1, stray));

        assertThat(results).singleElement().satisfies(result -> {
            assertThat(result.state()).isEqualTo(State.UNMEASURED);
            assertThat(result.sentence()).endsWith("concerns Other.");
        });
        assertThat(query("select objectives, objectives_unmeasured from v_suite_summary order by position"))
                .isEqualTo("1 | 1\n0 | 0");
    }

    @Test
    void shouldNotDecideWhatWasMissingInOneRepetition() throws IOException {
        ObjectivePlan mocks = expect("cpu", "max", server("mocks"), Comparison.LESS, 1, MetricUnit.NUMBER);
        RunFixture fixture = new RunFixture(run, RunFixture.plan(1, 1, 2, mocks));
        repetition(fixture, "case1", 1, 10).write();
        repetition(fixture, "case1", 2, 10).write();
        cpu(fixture, "case1", 1, "mocks", 4);

        Analysis analysis = fixture.analyze();

        assertThat(analysis.objectives(State.UNMEASURED)).singleElement().satisfies(result -> assertThat(
                        result.sentence())
                .contains("max cpu of mocks was not measured in all valid repetitions"));
        assertThat(analysis.passed()).isFalse();
    }

    private String query(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(ResultDatabase.address(run), "sa", "");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            StringBuilder text = new StringBuilder();
            while (rows.next()) {
                text.append(text.isEmpty() ? "" : "\n");
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    text.append(i == 1 ? "" : " | ").append(rows.getString(i));
                }
            }
            return text.toString();
        }
    }

    @Test
    void shouldKeepTheLevelOfEachMetric() throws IOException, SQLException {
        judged(RunFixture.plan(1, 1, 3)
                .withMetrics(List.of(
                        metric("response-time", Target.all(Target.Kind.PROCESS), "average", "confidence 99 %"),
                        metric("throughput", Target.all(Target.Kind.PROCESS), "confidence 90 %"),
                        metric("cpu", server("mocks"), "average"))));

        // Averages of 11, 12, 13 ms: R: 12 * exp(c(-1, 1) * qt(.995, 2) * sd(log(11:13)) / sqrt(3))
        assertThat(
                        query(
                                "select confidence, round(ci_low, 4), round(ci_high, 4) from v_statistic where repetition is null"
                                        + " and metric = 'response-time' and target_kind = 'process' and statistic = 'average'"))
                .isEqualTo("0.99 | 7.4346 | 19.3688");
        assertThat(query(
                        "select distinct confidence from v_statistic where repetition is null and statistic = 'average'"
                                + " and metric = 'throughput' and target_kind = 'process'"))
                .isEqualTo("0.9");
        assertThat(query("select confidence from v_statistic where repetition is null and statistic = 'average'"
                        + " and metric = 'cpu' and target = 'mocks'"))
                .isEqualTo("0.95");
        assertThat(query("select confidence from v_run")).isEqualTo("0.99");
        assertThat(query("select confidence from v_suite_summary")).isEqualTo("0.99");
    }

    @Test
    void shouldShowExactlyWhatTheModelAsksFor() throws IOException, SQLException {
        judged(RunFixture.plan(1, 1, 1)
                .withMetrics(List.of(
                        metric("response-time", Target.all(Target.Kind.PROCESS), "min", "p99.5", "histogram"),
                        metric("cpu", Target.all(Target.Kind.SERVER), "max", "count", "histogram", "chart over time"),
                        metric("response-time", Target.all(Target.Kind.SERVICE), "median", "chart over time"))));

        assertThat(query("select metric, target, statistic, cast(measured as decimal(9, 2)), unit from v_asked"))
                .isEqualTo(
                        """
                        response-time | Process | min | 11.00 | ms
                        response-time | Process | p99.5 | 11.00 | ms
                        response-time | Process | histogram | null | null
                        cpu | mocks | max | 0.40 | cores
                        cpu | mocks | count | 4.00 |\s
                        cpu | mocks | histogram | null | null
                        cpu | mocks | chart over time | null | null
                        cpu | engine1 | max | 2.00 | cores
                        cpu | engine1 | count | 20.00 |\s
                        cpu | engine1 | histogram | null | null
                        cpu | engine1 | chart over time | null | null
                        response-time | quotes | median | 4.50 | ms
                        response-time | quotes | chart over time | null | null""");
        // Twenty values from 0.1 to 2.0 in twenty buckets: one each.
        assertThat(
                        query(
                                "select count(*), sum(observations), max(observations) from v_metric_histogram where target = 'engine1'"))
                .isEqualTo("20 | 20 | 1");
        assertThat(query("select server, metric from v_metric_chart"))
                .isEqualTo("mocks | cpu\nengine1 | cpu\nquotes | response-time");
        // Requests come at 0.1 s, 0.2 s, … 5.0 s: each of the first five seconds has answers, and the one of the last.
        assertThat(
                        query(
                                "select count(*), cast(max(measured) as decimal(9, 2)) from v_metric_timeline where server = 'quotes'"))
                .isEqualTo("6 | 4.50");
    }

    @Test
    void shouldAskNothingWhenTheModelHasNoMetric() throws IOException, SQLException {
        judged(RunFixture.plan(1, 1, 1).withMetrics(List.of()));

        assertThat(query("select count(*) from v_asked")).isEqualTo("0");
        assertThat(query("select statistic from v_statistic where repetition is null and target_kind = 'process'"
                        + " and metric = 'response-time'"))
                .isEqualTo("count\nmin\naverage\nmedian\np95\np99\np99.9\nmax\nstandard-deviation");
    }

    @Test
    void shouldPutPlannedAndMeasuredTimesOfServicesSideBySide() throws IOException, SQLException {
        judged(RunFixture.plan(1, 1, 2));

        assertThat(query("select repetition, service, cast(calls as int), cast(mean_ms as decimal(9, 3)),"
                        + " p99_ms, cast(planned_mean_ms as decimal(9, 3)),"
                        + " cast(throughput_per_s as decimal(9, 3)), failure_rate from v_service_response"))
                .isEqualTo(
                        """
                        null | quotes | 100 | 4.500 | null | 4.000 | 5.000 | 0.0
                        1 | quotes | 50 | 4.500 | null | 4.000 | 5.000 | 0.0
                        2 | quotes | 50 | 4.500 | null | 4.000 | 5.000 | 0.0""");
        assertThat(
                        query(
                                "select needed, cast(measured as decimal(9, 3)) from v_statistic where repetition = 1 and target_kind = 'service'"
                                        + " and metric = 'response-time' and statistic in ('p99', 'average') order by statistic"))
                .as("what fifty calls do not tell stays in the table, marked")
                .isEqualTo("null | 4.500\n1000 | 4.500");
    }

    @Test
    void shouldTellTheRoleOfEachServer() throws IOException, SQLException {
        Plan plan = RunFixture.plan(1, 1, 1);
        List<ServerPlan> servers = new java.util.ArrayList<>(plan.servers());
        servers.add(SamplePlan.server("relay.here.engine1", ServerPlan.RELAY));
        List<CasePlan> cases = plan.cases().stream()
                .map(c -> c.withServers(List.of("mocks", "relay.here.engine1", "engine1")))
                .toList();
        judged(plan.withServers(servers)
                .withCases(cases)
                .withMetrics(List.of(metric("cpu", Target.all(Target.Kind.SERVER), "max"))));

        assertThat(query("select server, role from v_server"))
                .isEqualTo("mocks | partner\nrelay.here.engine1 | relay\nengine1 | engine");
        assertThat(query("select target from v_asked")).isEqualTo("mocks\nengine1");
        assertThat(query("select distinct server, role from v_metric order by 1"))
                .isEqualTo("engine1 | engine\nmocks | partner");
    }

    @Test
    void shouldFindTheOneOfTwoEventsOfOneTypeThatDidNotHappen() throws IOException, SQLException {
        EventPlan first = EventPlan.ofPlugin("Suite.pause.1", "pause", 1000, -1, Map.of(), "at 1 s", "pause");
        EventPlan second = EventPlan.ofPlugin("Suite.pause.2", "pause", 4000, -1, Map.of(), "at 4 s", "pause");
        RunFixture fixture = new RunFixture(run, RunFixture.with(RunFixture.plan(1, 1, 1), first, second));
        repetition(fixture, "case1", 1, 10)
                .event("model", 1000, "pause", "0.0 ms after its time", "Suite.pause.1")
                .event("missed", 5000, "pause", "did not happen: the measurement ended early", "Suite.pause.2")
                .write();

        assertThat(RunFixture.violations(fixture.result()))
                .containsExactly("The event \"at 4 s: pause\" did not happen: the measurement ended early.");
        assertThat(query("select kind, event, type, planned_at_s from v_event"))
                .isEqualTo("model | Suite.pause.1 | pause | 1.0\nmissed | Suite.pause.2 | pause | 4.0");
    }
}
