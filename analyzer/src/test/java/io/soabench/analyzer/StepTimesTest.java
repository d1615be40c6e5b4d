package io.soabench.analyzer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.database.ResultDatabase;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.plan.CallTree;
import io.soabench.plan.CasePlan;
import io.soabench.plan.CaseSchedule;
import io.soabench.plan.Plan;
import io.soabench.plan.ProcessPlan;
import io.soabench.plan.sample.SamplePlan;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The time of an engine between the calls of its partners. */
class StepTimesTest {

    /** Times in files are whole nanoseconds, planned times whole microseconds. */
    private static final double EXACT_MS = 1e-6;

    private static final CallTree ASK = CallTree.call("quote", "ask", false);

    @TempDir
    Path folder;

    private RepetitionResult result(CallTree tree, Writer writer) throws IOException {
        RunFixture fixture = new RunFixture(folder.resolve("run"), RunFixture.plan(1, tree, 1));
        RunFixture.Repetition repetition = fixture.repetition("case1", 1);
        for (int i = 0; i < 100; i++) {
            writer.write(repetition, "office.1." + (i + 1), i * 100.0);
        }
        repetition.write();
        return fixture.cases().get(0).repetitions().get(0);
    }

    private interface Writer {
        void write(RunFixture.Repetition repetition, String uiid, double atMs);
    }

    private static double average(RepetitionResult result, String metric) {
        return RunFixture.value(result, metric, "average");
    }

    @Test
    void shouldDivideARequestIntoTheTimesBeforeBetweenAndAfterItsCalls() throws IOException {
        RepetitionResult result =
                result(CallTree.sequence(List.of(ASK, ASK, ASK)), (r, uiid, at) -> r.request(uiid, at, 40, "OK")
                        .call(uiid, 1, at + 1, 10, "OK")
                        .call(uiid, 2, at + 13, 10, "OK")
                        .call(uiid, 3, at + 27, 10, "OK"));

        assertEquals(1, average(result, "before-calls"), EXACT_MS);
        assertEquals((2 + 4) / 2.0, average(result, "step-overhead"), EXACT_MS);
        assertEquals(200, RunFixture.value(result, "step-overhead", "count"));
        assertEquals(3, average(result, "after-calls"), EXACT_MS);
        assertEquals(1 + 2 + 4 + 3, average(result, "engine-time"), EXACT_MS);
        assertEquals(0, average(result, "calls-overlap"));
    }

    @Test
    void shouldLeaveTheSlipOfTheLoadClientAndTheLatenessOfPartnersOut() throws IOException {
        RepetitionResult result = result(
                CallTree.sequence(List.of(ASK, ASK)), (r, uiid, at) -> r.request(uiid, at, 0.5, 40, "OK", 200, "")
                        .call(1, uiid, 1, at + 1.5, 10, 12, "OK")
                        .call(1, uiid, 2, at + 15.5, 10, 10, "OK"));

        assertEquals(1, average(result, "before-calls"), EXACT_MS);
        assertEquals(2, average(result, "step-overhead"), EXACT_MS);
    }

    @Test
    void shouldHaveNoStepBetweenCallsThatOverlap() throws IOException {
        CallTree twoThenOne =
                CallTree.sequence(List.of(CallTree.parallel(List.of(ASK, ASK), List.of(List.of(), List.of())), ASK));
        RepetitionResult result = result(twoThenOne, (r, uiid, at) -> r.request(uiid, at, 40, "OK")
                .call(uiid, 1, at + 1, 10, "OK")
                .call(uiid, 2, at + 2, 14, "OK")
                .call(uiid, 3, at + 21, 10, "OK"));

        assertEquals(5, average(result, "step-overhead"), EXACT_MS);
        assertEquals(100, RunFixture.value(result, "step-overhead", "count"));
        assertEquals(1 + 5 + 9, average(result, "engine-time"), EXACT_MS);
        assertEquals(1, average(result, "calls-overlap"));
    }

    @Test
    void shouldNotTakeAnAnswerThatIsRecordedLateForAnOverlap() throws IOException {
        RepetitionResult result =
                result(CallTree.sequence(List.of(ASK, ASK)), (r, uiid, at) -> r.request(uiid, at, 40, "OK")
                        .call(1, uiid, 1, at + 1, 10, 10.5, "OK")
                        .call(1, uiid, 2, at + 11.25, 10, 10, "OK"));

        assertEquals(0, average(result, "calls-overlap"));
        assertEquals(0, average(result, "step-overhead"), EXACT_MS);
    }

    @Test
    void shouldCountThePartOfARequestBeforeItsAnswerOnly() throws IOException {
        RepetitionResult result =
                result(CallTree.sequence(List.of(ASK, ASK)), (r, uiid, at) -> r.request(uiid, at, 20, "OK")
                        .call(uiid, 1, at + 1, 10, "OK")
                        .call(uiid, 2, at + 14, 10, "OK"));

        assertEquals(0, average(result, "after-calls"), EXACT_MS);
        assertEquals(1 + 3, average(result, "engine-time"), EXACT_MS);
    }

    @Test
    void shouldKnowNoStepsWhereTheProcessPauses() throws IOException {
        RepetitionResult result = result(
                CallTree.sequence(List.of(ASK, CallTree.pause(5), ASK)), (r, uiid, at) -> r.request(uiid, at, 40, "OK")
                        .call(uiid, 1, at + 1, 10, "OK")
                        .call(uiid, 2, at + 18, 10, "OK"));

        assertEquals(0, RunFixture.value(result, "step-overhead", "count"));
        assertEquals(0, RunFixture.value(result, "engine-time", "count"));
    }

    @Test
    void shouldLeaveOutRequestsWithCallsThatFailedOrWereRepeated() throws IOException {
        RepetitionResult result = result(CallTree.sequence(List.of(ASK, ASK)), (r, uiid, at) -> {
            r.request(uiid, at, 40, "OK").call(uiid, 1, at + 1, 10, "OK");
            if (at < 2_500) {
                r.call(uiid, 2, at + 14, 10, "FAULT");
            } else if (at < 5_000) {
                r.call(uiid, 2, at + 14, 1, "OK").call(uiid, 3, at + 16, 1, "OK");
            } else {
                r.call(uiid, 2, at + 13, 10, "OK");
            }
        });

        assertEquals(50, RunFixture.value(result, "engine-time", "count"));
        assertEquals(2, average(result, "step-overhead"), EXACT_MS);
    }

    /** Writes two engines over three repetitions; a step of the second one takes longer, and partners take most of the time. */
    private RunFixture twoEngines(double firstMs, double secondMs) throws IOException {
        RunFixture fixture = new RunFixture(folder.resolve("pair"), RunFixture.plan(2, 2, 4));
        for (int engine = 1; engine <= 2; engine++) {
            for (int repetition = 1; repetition <= 4; repetition++) {
                double step = (engine == 1 ? firstMs : secondMs) * (1 + 0.01 * (repetition % 2));
                RunFixture.Repetition written = fixture.repetition("case" + engine, repetition);
                for (int i = 0; i < 100; i++) {
                    String uiid = "office.1." + (i + 1);
                    double at = i * 100.0;
                    written.request(uiid, at, 1 + 30 + step + 30 + 1, "OK")
                            .call(uiid, 1, at + 1, 30, "OK")
                            .call(uiid, 2, at + 1 + 30 + step, 30, "OK");
                }
                written.write();
            }
        }
        return fixture;
    }

    @Test
    void shouldJudgeStepsOfTwoEnginesWherePartnersTakeMostOfTheTime() throws IOException, SQLException {
        RunFixture fixture = twoEngines(1, 3);
        fixture.analyze();

        assertEquals(
                List.of("step-overhead|1.005|3.015|3.000|WORSE"),
                rows(
                        folder.resolve("pair"),
                        "select metric, round(mean_a, 3), round(mean_b, 3), round(ratio, 3), upper(verdict) from v_metric_pair"
                                + " where metric = 'step-overhead'"));
        List<String> sentences =
                rows(folder.resolve("pair"), "select sentence from v_metric_pair where metric = 'step-overhead'");
        assertTrue(
                sentences
                        .get(0)
                        .startsWith(
                                "Process under office: Between two partner calls, engine2 takes 3.00× as long as engine1 (95 % CI"),
                sentences.get(0));
    }

    @Test
    void shouldShowTheStepsOfACaseWithItsInterval() throws IOException, SQLException {
        twoEngines(1, 3).analyze();

        assertEquals(
                List.of("engine1|2|400.000|1.000|1.005|1.000|3.005|no|TRUE"),
                rows(
                        folder.resolve("pair"),
                        "select engine, calls, engine_requests, round(before_mean_ms, 3), round(step_mean_ms, 3),"
                                + " round(after_mean_ms, 3), round(engine_mean_ms, 3), calls_overlap,"
                                + " step_low_ms < step_mean_ms and step_high_ms > step_mean_ms"
                                + " from v_step where repetition is null and engine = 'engine1'"));
    }

    @Test
    void shouldFitTheTimeOfAnEngineOverTheNumberOfCalls() throws IOException, SQLException {
        Plan one = RunFixture.plan(1, 1, 3);
        List<ProcessPlan> processes = new ArrayList<>();
        List<CasePlan> cases = new ArrayList<>();
        for (int calls = 1; calls <= 4; calls++) {
            processes.add(SamplePlan.process("P" + calls, CallTree.sequence(Collections.nCopies(calls, ASK))));
            CaseSchedule schedule = one.cases().get(0).schedule();
            cases.add(SamplePlan.testCase("case-" + calls, "engine1", "P" + calls, "office")
                    .withSchedule(schedule));
        }
        RunFixture fixture = new RunFixture(
                folder.resolve("lengths"), one.withProcesses(processes).withCases(cases));
        for (int calls = 1; calls <= 4; calls++) {
            for (int repetition = 1; repetition <= 3; repetition++) {
                RunFixture.Repetition written = fixture.repetition("case-" + calls, repetition);
                // 2 ms for a request, and 1 ms more for each call; in the second repetition 1.1 ms, in the third 0.9
                // ms.
                double each = repetition == 1 ? 1 : repetition == 2 ? 1.1 : 0.9;
                for (int i = 0; i < 100; i++) {
                    String uiid = "office.1." + (i + 1);
                    double at = i * 100.0;
                    double time = 1;
                    for (int call = 1; call <= calls; call++) {
                        time += each;
                        written.call(uiid, call, at + time, 5, "OK");
                        time += 5;
                    }
                    written.request(uiid, at, time + 1, "OK");
                }
                written.write();
            }
        }
        fixture.analyze();

        // Slopes 1, 1.1, 0.9: t(2; 0.975) * 0.1 / sqrt(3) = 4.303 * 0.0577 = 0.2484.
        assertEquals(
                List.of("engine1|office|P1, P2, P3, P4|1|4|3|2.000|1.000|0.752|1.248|0.000"),
                rows(
                        folder.resolve("lengths"),
                        "select engine, workload, processes, calls_from, calls_to, repetitions, round(intercept_ms, 3),"
                                + " round(slope_ms, 3), round(slope_low_ms, 3), round(slope_high_ms, 3), round(off_ms, 3)"
                                + " from v_step_line"));
    }

    @Test
    void shouldGiveTheMetricOfACaseAnInterval() throws IOException {
        CaseResult engine2 = twoEngines(1, 3).cases().get(1);

        assertEquals(3 * 1.005, RunFixture.value(engine2, "step-overhead", "average"), EXACT_MS);
    }

    private static List<String> rows(Path run, String sql) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(ResultDatabase.address(run), "sa", "");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                List<String> columns = new ArrayList<>();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    Object value = rows.getObject(i);
                    columns.add(
                            value instanceof Double number
                                    ? String.format(Locale.ROOT, "%.3f", number)
                                    : String.valueOf(value).replace("true", "TRUE"));
                }
                found.add(String.join("|", columns));
            }
        }
        return found;
    }
}
