package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.soabench.analyzer.RunFixture.Repetition;
import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.CaseUsability;
import io.soabench.analyzer.cases.ObjectiveResult;
import io.soabench.analyzer.cases.PairResult;
import io.soabench.analyzer.cases.PairVerdict;
import io.soabench.analyzer.database.ResultDatabase;
import io.soabench.analyzer.repetition.RepetitionResult.Verdict;
import io.soabench.analyzer.sample.SampleRun;
import io.soabench.analyzer.validity.CriterionCheck;
import io.soabench.plan.CasePlan;
import io.soabench.plan.Comparison;
import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.Execution;
import io.soabench.plan.Json;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.MetricRecord;
import io.soabench.plan.MetricUnit;
import io.soabench.plan.ObjectivePlan;
import io.soabench.plan.Plan;
import io.soabench.plan.ReportFormat;
import io.soabench.plan.RunRecord;
import io.soabench.plan.StagePlan;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;
import io.soabench.plan.WorkloadPlan;
import io.soabench.plan.sample.SampleEnvironment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs: cases, comparisons, objectives, damaged folders, the database. */
final class AnalyzerTest {

    @TempDir
    private Path folder;

    private Path run() throws IOException {
        return Files.createDirectories(folder.resolve("run"));
    }

    private static void repetition(RunFixture fixture, String testCase, int number, double latencyMs)
            throws IOException {
        Repetition repetition = fixture.repetition(testCase, number);
        for (int i = 1; i <= 50; i++) {
            repetition.request("office.1." + i, (i - 1) * 200, latencyMs, "OK");
        }
        repetition.write();
    }

    private static String one(Path run, String query) throws SQLException {
        try (Connection connection = DriverManager.getConnection(ResultDatabase.address(run), "sa", "");
                Statement sql = connection.createStatement();
                ResultSet rows = sql.executeQuery(query)) {
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
    void shouldCompareEnginesWhenBothHaveRepetitions() throws IOException, SQLException {
        RunFixture fixture = new RunFixture(run(), RunFixture.plan(2, 0, 3));
        double[] first = {10, 11, 12};
        double[] second = {20, 22, 24};
        for (int i = 0; i < 3; i++) {
            steady(fixture, "case1", i + 1, first[i], 0);
            steady(fixture, "case2", i + 1, second[i], 0);
        }

        Analysis analysis = fixture.analyze();

        CaseResult one = analysis.cases().get(0);
        // The numbers are those of IntervalTest.
        assertThat(one.statistic("response-time", StatisticFunction.AVERAGE).low())
                .isCloseTo(11 / 1.2542454, within(1e-5));
        assertThat(one.betweenSdMs()).isCloseTo(1, within(1e-9));
        assertThat(one.statistic("response-time", StatisticFunction.STANDARD_DEVIATION)
                        .mean())
                .isZero();
        assertThat(analysis.pairs().get(0).sentence())
                .isEqualTo(
                        "Process under office: engine2 takes 2.00× (95 % CI 2.00 to 2.00, over only 3 repetitions) as long"
                                + " as engine1.");
        assertThat(one(run(), "select engine, mean_ms, processes, processes_planned from v_comparison"))
                .isEqualTo("engine1 | 11.0 | 1 | 1\nengine2 | 22.0 | 1 | 1");
        assertThat(one(run(), "select kind, round(ratio, 9), decided, blocks, verdict, noise_floor from v_pair"))
                .isEqualTo("engine | 2.0 | TRUE | 3 | worse | 0.0");
        assertThat(analysis.passed()).isTrue();
    }

    @Test
    void shouldNameTheSuiteOfAWorkloadThatTwoSuitesHave() throws IOException {
        Plan plan = RunFixture.plan(2, 0, 3);
        List<CasePlan> both = new ArrayList<>(plan.cases());
        plan.cases().forEach(of -> both.add(nightly(of)));
        RunFixture fixture = new RunFixture(run(), plan.withCases(both));
        for (CasePlan of : both) {
            for (int i = 1; i <= 3; i++) {
                steady(fixture, of.id(), i, of.server().equals("engine1") ? 10 : 20, 0);
            }
        }

        Analysis analysis = fixture.analyze();

        String suite = plan.cases().get(0).suite();
        assertThat(analysis.pairs())
                .extracting(PairResult::sentence)
                .hasSize(2)
                .satisfiesExactly(
                        sentence -> assertThat(sentence)
                                .startsWith("Process under workload office of suite " + suite + ": engine2 takes"),
                        sentence -> assertThat(sentence)
                                .startsWith("Process under workload office of suite Nightly: engine2 takes"));
        assertThat(analysis.cases())
                .extracting(CaseResult::verdict)
                .allMatch(verdict -> verdict.contains(" under workload office of suite "));
        assertThat(analysis.sentences())
                .anyMatch(sentence -> sentence.startsWith("Under workload office of suite Nightly: "));
    }

    /** The same case of another suite. */
    private static CasePlan nightly(CasePlan of) {
        return new CasePlan(
                "Nightly-" + of.id(),
                "Nightly",
                of.server(),
                of.processes(),
                of.workload(),
                of.servers(),
                of.clients(),
                of.schedule(),
                of.objectives(),
                of.events(),
                of.checks(),
                of.paths());
    }

    /** Requests at equal distances over the whole measurement, the first of which fail. */
    private static void steady(RunFixture fixture, String id, int number, double latencyMs, int failed)
            throws IOException {
        Repetition repetition = fixture.repetition(id, number);
        for (int i = 1; i <= 100; i++) {
            repetition.request("office.1." + i, i * 95, latencyMs, i <= failed ? "FAULT" : "OK");
        }
        repetition.write();
    }

    @Test
    void shouldNotCallAnEngineFasterThatLosesMoreRequests() throws IOException, SQLException {
        RunFixture fixture = new RunFixture(run(), RunFixture.plan(2, 0, 3));
        for (int i = 1; i <= 3; i++) {
            steady(fixture, "case1", i, 20 + i / 10.0, 1);
            steady(fixture, "case2", i, 10 + i / 10.0, 8);
        }

        PairResult pair = fixture.analyze().pairs().get(0);

        assertThat(pair.ratio().decided()).isTrue();
        assertThat(pair.verdict().state()).isEqualTo(PairVerdict.State.UNDECIDED);
        assertThat(pair.sentence())
                .startsWith("Process under office: neither engine2 nor engine1 is better: the times have a"
                        + " ratio of 1.98 (")
                // R: binom.test(24, 300) and binom.test(3, 300)
                .endsWith(
                        ", but their failures differ, while 8.00 % of the requests to engine2 (95 % CI 5.19 % to 11.7 %)"
                                + " and 1.00 % of those to engine1 (95 % CI 0.207 % to 2.89 %) failed.");
        assertThat(one(run(), "select verdict, more_repetitions from v_pair")).isEqualTo("undecided | null");
    }

    @Test
    void shouldCallAnEngineFasterThatLosesNoMoreThanChanceExplains() throws IOException {
        RunFixture fixture = new RunFixture(run(), RunFixture.plan(2, 0, 3));
        for (int i = 1; i <= 3; i++) {
            steady(fixture, "case1", i, 20 + i / 10.0, 1);
            steady(fixture, "case2", i, 10 + i / 10.0, i == 2 ? 2 : 1);
        }

        assertThat(fixture.analyze().pairs().get(0).verdict().state()).isEqualTo(PairVerdict.State.BETTER);
    }

    @Test
    void shouldTellNoDifferenceThatOneEngineShowsAgainstItself() throws IOException, SQLException {
        Plan two = RunFixture.plan(2, 0, 6);
        List<CasePlan> cases = new ArrayList<>(two.cases());
        cases.add(1, cases.get(0).twin("case1-aa"));
        RunFixture fixture = new RunFixture(run(), two.withCases(cases));
        for (int i = 1; i <= 6; i++) {
            steady(fixture, "case1", i, 10 + i / 100.0, 0);
            steady(fixture, "case1-aa", i, 12 + i / 100.0, 0);
            steady(fixture, "case2", i, 11 + i / 100.0, 0);
        }

        Analysis analysis = fixture.analyze();

        // engine2 takes 1.1 times as long as engine1, which under another name takes 1.2 times as long as itself.
        assertThat(one(run(), "select kind, case_a, case_b, verdict, round(exp(noise_floor), 2) from v_pair"))
                .isEqualTo("engine | case1 | case2 | undecided | 1.2\ntwin | case1 | case1-aa | null | null");
        assertThat(one(run(), "select sentence from v_verdict where kind = 'noise'"))
                .startsWith(
                        "Noise floor: one engine under two names, Process on engine1 under office, differs from itself"
                                + " in response time by 19.9 % (ratio 1.20, 95 % CI 1.20 to 1.20); a difference of 19.9 % is beyond chance, and no smaller one is reported.");
        assertThat(one(run(), "select engine from v_comparison")).isEqualTo("engine1\nengine2");
        assertThat(analysis.pairs().get(1).sentence()).contains("engine1 (aa) takes 1.20× (");
    }

    @Test
    void shouldSayThatAnEngineIsSaturatedAndNotThatNothingCanBeTold() throws IOException, SQLException {
        RunFixture fixture = new RunFixture(
                run(),
                RunFixture.plan(
                        2,
                        0,
                        2,
                        new ObjectivePlan(
                                "response-time",
                                StatisticFunction.AVERAGE,
                                Target.CASE,
                                Comparison.LESS,
                                5,
                                MetricUnit.SECOND,
                                "response-time < 5 s")));
        for (int i = 1; i <= 2; i++) {
            steady(fixture, "case1", i, 10 + i / 10.0, 0);
            Repetition slow = fixture.repetition("case2", i);
            for (int r = 1; r <= 10; r++) {
                slow.request("office.1." + r, r * 900, 890, "OK");
            }
            slow.write();
        }

        Analysis analysis = fixture.analyze();

        assertThat(analysis.cases().get(1).usability().state()).isEqualTo(CaseUsability.State.SATURATED);
        assertThat(analysis.cases().get(1).objectives()).singleElement().satisfies(objective -> assertThat(
                        objective.sentence())
                .contains("is undecided: 890 ms", ", but that is only a lower bound: it was saturated in 2 of 2"));
        assertThat(one(run(), "select verdict from v_pair")).isEqualTo("saturated");
        assertThat(analysis.pairs().get(0).sentence())
                .startsWith("Process under office: engine2 did not keep up: it was saturated in 2 of 2 repetitions (")
                .contains("; engine1 took 10.1 ms on average");
        assertThat(one(run(), "select verdict from v_suite_summary where case_id = 'case2'"))
                .as(
                        "least values are not told as what an engine takes, nor a number of requests that were there as none")
                .matches(
                        "Process on engine2 under office: it did not keep up, so that its mean response time is at least"
                                + " [\\d,]+ ms; 1.00 answers/s, 0 % failures \\(95 % CI up to 16\\.8 %\\)\\.");
        assertThat(analysis.sentences().get(0)).startsWith("4 of 4 repetitions are valid, 2 of them saturated; of ");
    }

    @Test
    void shouldTellNothingWhenThereIsOneRepetition() throws IOException {
        RunFixture fixture = new RunFixture(run(), RunFixture.plan(2, 0, 1));
        repetition(fixture, "case1", 1, 10);
        repetition(fixture, "case2", 1, 20);

        Analysis analysis = fixture.analyze();

        assertThat(analysis.pairs().get(0).sentence())
                .isEqualTo(
                        "Process under office: the data do not show which of engine1 and engine2 takes longer, because both"
                                + " have fewer than two valid repetitions.");
        assertThat(analysis.cases().get(0).verdict()).contains("(no interval: one repetition)");
    }

    @Test
    void shouldSayOfWhomThereIsTooLittleToCompare() throws IOException {
        RunFixture one = new RunFixture(run().resolve("one"), RunFixture.plan(2, 0, 2));
        steady(one, "case1", 1, 10, 0);
        steady(one, "case2", 1, 20, 0);
        steady(one, "case2", 2, 21, 0);
        assertThat(one.analyze().pairs().get(0).sentence())
                .endsWith(" takes longer, because engine1 has fewer than two valid repetitions.");

        RunFixture failed = new RunFixture(run().resolve("failed"), RunFixture.plan(2, 0, 2));
        for (int i = 1; i <= 2; i++) {
            steady(failed, "case1", i, 10, 0);
            steady(failed, "case2", i, 10, 100);
        }
        assertThat(failed.analyze().pairs().get(0).sentence())
                .as("its repetitions are valid, and none of its answers is one")
                .contains(" takes longer, because engine2 has no repetition in which any request succeeded, while ");
    }

    /** Six engines of which none was measured twice: fifteen pairs say the same. */
    @Test
    void shouldSayOnceOfHowManyPairsNothingIsKnown() throws IOException {
        RunFixture fixture = new RunFixture(run(), RunFixture.plan(6, 0, 1));
        for (int engine = 1; engine <= 6; engine++) {
            repetition(fixture, "case" + engine, 1, 10 + engine);
        }

        Analysis analysis = fixture.analyze();

        assertThat(analysis.sentences())
                .filteredOn(
                        sentence -> sentence.contains("pairs of cases") || sentence.contains("no difference between"))
                .containsExactly(
                        "15 pairs of cases are not compared: a case of each has fewer than two repetitions that are"
                                + " valid and were answered.");
        assertThat(analysis.sentences())
                .filteredOn(sentence -> sentence.contains("fewer than two valid repetitions"))
                .hasSizeLessThanOrEqualTo(2)
                .allSatisfy(sentence -> assertThat(sentence)
                        .contains("5 other engines are not compared with engine1, because there are fewer than two"));
        assertThat(analysis.pairs()).as("each has its own sentence still").hasSize(15);
    }

    /** Answers that were wrong are no fault of a busy machine, and no quiet one would mend them. */
    @Test
    void shouldBlameOtherProgramsOnlyForWhatTheyDid() throws IOException, SQLException {
        RunFixture fixture = new RunFixture(run(), RunFixture.plan(1, 0, 1));
        fixture.repetition("case1", 1).fill(50).state(RunRecord.State.FAILED).write();
        Json.write(
                fixture.folder("case1", 1).resolve("environment.json"),
                SampleEnvironment.around(List.of(), new EnvironmentRecord.Surroundings(20, 0.4, 0, 0.5, 0, List.of())));

        Analysis analysis = fixture.analyze();

        assertThat(one(run(), "select sentence from v_validity where criterion = 'surroundings'"))
                .startsWith("Other programs took 40.0 % of the processors");
        assertThat(one(run(), "select count(*) from v_verdict where kind = 'busy'"))
                .isEqualTo("0");
        assertThat(analysis.sentences().get(0)).contains("0 of 1 repetition is valid, 1 not valid; ");
    }

    /** A trend makes no repetition invalid and misses no objective: its sentence is neither good nor bad. */
    @Test
    void shouldNoteATrendWithoutCallingItAProblem() throws IOException, SQLException {
        RunFixture fixture = new RunFixture(run(), RunFixture.plan(1, 0, 2));
        for (int number = 1; number <= 2; number++) {
            Repetition repetition = fixture.repetition("case1", number);
            for (int i = 0; i < 200; i++) {
                repetition.request("office.1." + (i + 1), i * 50, 30 - i * 0.1, "OK");
            }
            repetition.write();
        }

        Analysis analysis = fixture.analyze();

        assertThat(analysis.passed()).isTrue();
        assertThat(one(run(), "select good, sentence from v_verdict where kind = 'standing'"))
                .isEqualTo("null | case1: response times fell by 64.1 % during the measurement.");
        assertThat(one(run(), "select count(*) from v_verdict where good = false"))
                .isEqualTo("0");
        assertThat(analysis.lines()).contains("case1: response times fell by 64.1 % during the measurement.");
    }

    /** A reader counts neither notes nor cases: one sentence has the numbers of both. */
    @Test
    void shouldCountTheCasesThatChangedAndThoseOfWhichNothingIsKnown() throws IOException, SQLException {
        RunFixture fixture = new RunFixture(run(), RunFixture.plan(4, 0, 2));
        double[] falls = {0.1, 0.05, 0, 0};
        for (int engine = 1; engine <= falls.length; engine++) {
            for (int number = 1; number <= 2; number++) {
                Repetition repetition = fixture.repetition("case" + engine, number);
                int requests = engine == falls.length ? 40 : 200;
                for (int i = 0; i < requests; i++) {
                    repetition.request(
                            "office.1." + (i + 1), i * 10_000.0 / requests, 30 - i * falls[engine - 1], "OK");
                }
                repetition.write();
            }
        }

        fixture.analyze();

        assertThat(one(run(), "select sentence from v_verdict where kind = 'steadiness'"))
                .isEqualTo(
                        "Response times were not steady in 2 of 4 cases (they fell by 33.0 % to 64.1 % during the measurement),"
                                + " and in 1 the data do not show whether they were. A difference is reported there only if it would remain"
                                + " if the trends continued. Warm up and measure longer, or repeat more often.");
    }

    /** The request that was given up after two seconds would have taken longer, so the average is higher; the median is not. */
    @Test
    void shouldNotCallAnObjectiveMetByAnAverageWithTimeOuts() throws IOException {
        RunFixture fixture = new RunFixture(
                run(),
                RunFixture.plan(
                        1,
                        0,
                        3,
                        lessThanASecond(StatisticFunction.AVERAGE),
                        lessThanASecond(StatisticFunction.MEDIAN),
                        lessThanASecond(StatisticFunction.MIN)));
        for (int repetition = 1; repetition <= 3; repetition++) {
            Repetition written = fixture.repetition("case1", repetition);
            for (int i = 1; i <= 100; i++) {
                boolean late = i == 7;
                written.request(
                        "office.1." + i, i * 95, late ? 2_000 : 10 + repetition / 10.0, late ? "TIMEOUT" : "OK");
            }
            written.write();
        }

        List<ObjectiveResult> objectives = fixture.analyze().cases().get(0).objectives();

        assertThat(objectives)
                .extracting(ObjectiveResult::state)
                .containsExactly(ObjectiveResult.State.UNDECIDED, ObjectiveResult.State.MET, ObjectiveResult.State.MET);
        assertThat(objectives.get(0).sentence())
                .endsWith(
                        "), but that is only a lower bound: 3 of 300 requests were given up and count with the time-out.");
    }

    private static ObjectivePlan lessThanASecond(StatisticFunction statistic) {
        return new ObjectivePlan(
                "response-time", statistic, Target.CASE, Comparison.LESS, 1, MetricUnit.SECOND, "response-time < 1 s");
    }

    @Test
    void shouldSayThatTimeOutsAreInAnAverage() throws IOException, SQLException {
        RunFixture fixture = new RunFixture(run(), RunFixture.plan(1, 0, 2));
        steady(fixture, "case1", 1, 10, 0);
        Repetition second = fixture.repetition("case1", 2);
        for (int i = 1; i <= 100; i++) {
            second.request("office.1." + i, i * 95, i == 7 ? 2_000 : 10, i == 7 ? "TIMEOUT" : "OK");
        }
        second.write();

        fixture.analyze();

        assertThat(one(run(), "select sentence from v_verdict where kind = 'answer'"))
                .startsWith(
                        "Under office, on engine1: Process takes 20.0 ms on average (2 repetitions: 10.0 ms and 29.9 ms")
                .endsWith("; a request that timed out counts with its time-out), 1 of 200 requests failed.");
    }

    /** Two repetitions know little of their own spread; cases of a run have it in common. */
    @Test
    void shouldShareTheSpreadOfCasesWithTwoRepetitions() throws IOException, SQLException {
        RunFixture fixture = new RunFixture(run(), RunFixture.plan(3, 0, 2));
        for (int i = 1; i <= 2; i++) {
            steady(fixture, "case1", i, i == 1 ? 10 : 12, 0);
            steady(fixture, "case2", i, i == 1 ? 21 : 20, 0);
            steady(fixture, "case3", i, i == 1 ? 40 : 44, 0);
        }

        Analysis analysis = fixture.analyze();

        assertThat(analysis.cases().get(0).verdict())
                .contains(" over 2 repetitions, spread pooled over 3 cases)")
                .doesNotContain("<")
                .doesNotContain(">");
        double low = Double.parseDouble(one(run(), "select ci_low_ms from v_suite_summary where engine = 'engine1'"));
        double high = Double.parseDouble(one(run(), "select ci_high_ms from v_suite_summary where engine = 'engine1'"));
        assertThat(high / low).isBetween(1.2, 2.0);
    }

    /** A reader is not shown an interval that reaches over a factor of ten thousand. */
    @Test
    void shouldShowBothValuesOfTwoRepetitionsWithoutASpread() throws IOException, SQLException {
        RunFixture fixture = new RunFixture(run(), RunFixture.plan(1, 0, 2));
        steady(fixture, "case1", 1, 32, 0);
        steady(fixture, "case1", 2, 46, 0);

        Analysis analysis = fixture.analyze();

        assertThat(analysis.cases().get(0).verdict()).contains("(2 repetitions: 32.0 ms and 46.0 ms)");
        assertThat(analysis.sentences()).noneMatch(sentence -> sentence.contains(">") || sentence.contains("<3"));
        assertThat(one(run(), "select ci_low_ms, ci_high_ms from v_suite_summary"))
                .isEqualTo("null | null");
    }

    /** What chance could show among several pairs may be far beyond the noise floor: then that is not the reason. */
    @Test
    void shouldNotBlameTheNoiseFloorForWhatChanceCouldShow() throws IOException {
        Plan plan = RunFixture.plan(3, 0, 3);
        List<CasePlan> cases = new ArrayList<>(plan.cases());
        cases.add(cases.get(0).twin("case1-aa"));
        RunFixture fixture = new RunFixture(run(), plan.withCases(cases));
        // The logarithms of the ratios of two engines are 0.1, 0.2 and 0.3, those of the third one are more alike. With
        // four
        // degrees of freedom p is about 0.03, three times of which is above 0.05.
        double[] second = {11.052, 12.214, 13.499};
        double[] third = {10.1, 9.9, 10};
        for (int i = 1; i <= 3; i++) {
            steady(fixture, "case1", i, 10, 0);
            steady(fixture, "case1-aa", i, 10.1, 0);
            steady(fixture, "case2", i, second[i - 1], 0);
            steady(fixture, "case3", i, third[i - 1], 0);
        }

        assertThat(fixture.analyze().pairs().get(0).sentence())
                .startsWith(
                        "Process under office: the data do not show which of engine1 and engine2 takes longer; the ratio is 1.22 (")
                .contains("), but not significant after Holm's correction for 3 comparisons");
    }

    @Test
    void shouldNeverMixWhenARepetitionIsInvalid() throws IOException, SQLException {
        RunFixture fixture = new RunFixture(run(), RunFixture.plan(1, 0, 3));
        repetition(fixture, "case1", 1, 10);
        repetition(fixture, "case1", 2, 12);
        Repetition third = fixture.repetition("case1", 3).lost(1);
        for (int i = 1; i <= 50; i++) {
            third.request("office.1." + i, i * 100, 500, "OK");
        }
        third.write();

        CaseResult result = fixture.analyze().cases().get(0);

        assertThat(RunFixture.value(result, "response-time", "average")).isCloseTo(11, within(1e-9));
        assertThat(RunFixture.value(result, "response-time", "max")).isCloseTo(12, within(1e-9));
        assertThat(RunFixture.value(result, "response-time", "count")).isEqualTo(100);
        assertThat(one(run(), "select repetition, verdict, max_ms from v_repetition"))
                .isEqualTo("1 | valid | 10.0\n2 | valid | 12.0\n3 | invalid | 500.0");
        assertThat(one(run(), "select sum(succeeded) from v_histogram where repetition is null"))
                .isEqualTo("100");
        assertThat(one(run(), "select requests, max_ms, repetitions_valid, repetitions_invalid from v_suite_summary"))
                .isEqualTo("100 | 12.0 | 2 | 1");
    }

    @Test
    void shouldJudgeObjectivesWhenTheyAreOfDifferentKinds() throws IOException {
        ObjectivePlan tail = new ObjectivePlan(
                "response-time",
                StatisticFunction.parse("p99"),
                Target.CASE,
                Comparison.LESS,
                0.02,
                MetricUnit.SECOND,
                "p99 response-time < 20 ms");
        ObjectivePlan average = new ObjectivePlan(
                "response-time",
                StatisticFunction.AVERAGE,
                Target.CASE,
                Comparison.AT_MOST,
                0.01,
                MetricUnit.SECOND,
                "average response-time <= 10 ms");
        ObjectivePlan rate = new ObjectivePlan(
                "throughput",
                StatisticFunction.AVERAGE,
                Target.CASE,
                Comparison.AT_LEAST,
                5,
                MetricUnit.PER_SECOND,
                "throughput >= 5 /s");
        ObjectivePlan failures = new ObjectivePlan(
                "failures",
                StatisticFunction.AVERAGE,
                Target.CASE,
                Comparison.LESS,
                0.001,
                MetricUnit.RATIO,
                "failures < 0.1 %");
        ObjectivePlan cpu = new ObjectivePlan(
                "cpu", StatisticFunction.MAX, Target.CASE, Comparison.LESS, 2, MetricUnit.NUMBER, "max cpu < 2");
        ObjectivePlan unknown = new ObjectivePlan(
                "joy", StatisticFunction.MAX, Target.CASE, Comparison.LESS, 2, MetricUnit.NUMBER, "max joy < 2");
        ObjectivePlan none = new ObjectivePlan(
                "failures",
                StatisticFunction.AVERAGE,
                Target.CASE,
                Comparison.AT_MOST,
                0,
                MetricUnit.RATIO,
                "failures <= 0 %");
        RunFixture fixture =
                new RunFixture(run(), RunFixture.plan(1, 0, 3, tail, average, rate, failures, cpu, unknown, none));
        for (int i = 1; i <= 3; i++) {
            repetition(fixture, "case1", i, 10 + i);
            Files.writeString(
                    fixture.folder("case1", i).resolve("metrics-engine1.csv"),
                    "at_ns,metric,value,unit,source\n" + (RunFixture.START_NS + 1) + ",cpu," + i + ".5,cores,x\n");
        }

        CaseResult result = fixture.analyze().cases().get(0);

        assertThat(result.objectives())
                .extracting(ObjectiveResult::state)
                .containsExactly(
                        ObjectiveResult.State.UNDECIDED,
                        ObjectiveResult.State.UNDECIDED,
                        ObjectiveResult.State.MET,
                        ObjectiveResult.State.UNDECIDED,
                        ObjectiveResult.State.MISSED,
                        ObjectiveResult.State.UNMEASURED,
                        ObjectiveResult.State.MET);
        assertThat(result.objectives().get(0).sentence())
                .endsWith(
                        " is undecided: a p99 needs 1,000 requests in each repetition, and there were 50: measure longer.");
        // Logarithms of 11, 12 and 13 ms: R: 12 * exp(c(-1, 1) * qt(0.975, 2) * sd(log(11:13)) / sqrt(3))
        assertThat(result.objectives().get(1).sentence())
                .isEqualTo(
                        "\"average response-time <= 10 ms\" is undecided: 12.0 ms over 3 valid repetitions, but the limit is"
                                + " within its interval (95 % CI 9.75 ms to 14.8 ms), which gets narrower with more"
                                + " repetitions.");
        assertThat(result.objectives().get(2).sentence())
                .contains("is met: 5.00 /s over 3 valid repetitions (95 % CI ");
        assertThat(result.objectives().get(3).high())
                .as("none of 150 requests failed")
                .isCloseTo(1 - Math.pow(0.025, 1 / 150.0), within(1e-9));
        assertThat(result.objectives().get(4).sentence()).contains("missed: 3.50 cores");
        assertThat(result.objectives().get(5).sentence())
                .contains("max joy of engine1 was not measured in all valid repetitions");
    }

    private ObjectiveResult judged(double limitMs, double... repetitions) throws IOException {
        ObjectivePlan objective = new ObjectivePlan(
                "response-time",
                StatisticFunction.MEDIAN,
                Target.CASE,
                Comparison.LESS,
                limitMs / 1000,
                MetricUnit.SECOND,
                "median response-time");
        RunFixture fixture = new RunFixture(run(), RunFixture.plan(1, 0, repetitions.length, objective));
        for (int i = 0; i < repetitions.length; i++) {
            repetition(fixture, "case1", i + 1, repetitions[i]);
        }
        return fixture.analyze().cases().get(0).objectives().get(0);
    }

    @Test
    void shouldDecideAnObjectiveByItsWholeInterval() throws IOException {
        // As above, 9.75 to 14.8 ms.
        assertThat(judged(15, 11, 12, 13).state()).isEqualTo(ObjectiveResult.State.MET);
        assertThat(judged(14.5, 11, 12, 13).state()).isEqualTo(ObjectiveResult.State.UNDECIDED);
        assertThat(judged(10, 11, 12, 13).state()).isEqualTo(ObjectiveResult.State.UNDECIDED);
        assertThat(judged(9.5, 11, 12, 13).state()).isEqualTo(ObjectiveResult.State.MISSED);
    }

    @Test
    void shouldNotDecideAnObjectiveByOneRepetition() throws IOException {
        ObjectiveResult one = judged(1_000, 11);

        assertThat(one.state()).isEqualTo(ObjectiveResult.State.UNDECIDED);
        assertThat(one.sentence())
                .isEqualTo(
                        "\"median response-time\" is undecided: 11.0 ms over 1 valid repetition, which has no interval.");
        assertThat(one.low()).isNaN();
    }

    /** A second repetition would not tell the 99th percentile of fifty requests, nor would a tenth. */
    @Test
    void shouldAdviseNoRepetitionsWhereEachHasTooFewRequests() throws IOException {
        String takes =
                "\"p99 response-time < 12 ms\" is undecided: a p99 needs 1,000 requests in each repetition, and there were 50: measure longer.";
        for (double[] repetitions : new double[][] {{11}, {11, 12, 13}}) {
            ObjectivePlan objective = new ObjectivePlan(
                    "response-time",
                    StatisticFunction.parse("p99"),
                    Target.CASE,
                    Comparison.LESS,
                    0.012,
                    MetricUnit.SECOND,
                    "p99 response-time < 12 ms");
            Path of = run().resolve(String.valueOf(repetitions.length));
            RunFixture fixture = new RunFixture(of, RunFixture.plan(1, 0, repetitions.length, objective));
            for (int i = 0; i < repetitions.length; i++) {
                repetition(fixture, "case1", i + 1, repetitions[i]);
            }
            ObjectiveResult found =
                    fixture.analyze().cases().get(0).objectives().get(0);

            assertThat(found.state()).isEqualTo(ObjectiveResult.State.UNDECIDED);
            assertThat(found.sentence()).as("no number of so few").isEqualTo(takes);
        }
    }

    /** Of a share that is to be zero one failure is too many, however few repetitions there are. */
    @Test
    void shouldMissWhatNeverMayHappenAsSoonAsItDid() throws IOException {
        ObjectivePlan never = new ObjectivePlan(
                "failures",
                StatisticFunction.AVERAGE,
                Target.CASE,
                Comparison.AT_MOST,
                0,
                MetricUnit.RATIO,
                "failures <= 0 %");
        RunFixture fixture = new RunFixture(run(), RunFixture.plan(1, 0, 1, never));
        Repetition repetition = fixture.repetition("case1", 1);
        for (int i = 1; i <= 50; i++) {
            repetition.request("office.1." + i, i * 150, 10, i == 7 ? "FAULT" : "OK");
        }
        repetition.write();

        assertThat(fixture.analyze().cases().get(0).objectives())
                .singleElement()
                .satisfies(objective -> {
                    assertThat(objective.state()).isEqualTo(ObjectiveResult.State.MISSED);
                    assertThat(objective.sentence())
                            .isEqualTo("\"failures <= 0 %\" is missed: 2.00 % over 1 valid repetition.");
                });
    }

    @Test
    void shouldLeaveObjectivesOpenWhenNoRepetitionIsValid() throws IOException {
        ObjectivePlan objective = new ObjectivePlan(
                "failures",
                StatisticFunction.AVERAGE,
                Target.CASE,
                Comparison.LESS,
                1,
                MetricUnit.RATIO,
                "failures < 100 %");
        RunFixture fixture = new RunFixture(run(), RunFixture.plan(1, 0, 1, objective));

        Analysis analysis = fixture.analyze();

        assertThat(analysis.objectives(ObjectiveResult.State.UNMEASURED)).hasSize(1);
        assertThat(analysis.repetitions(Verdict.MISSING)).isEqualTo(1);
        assertThat(analysis.passed()).isFalse();
        assertThat(analysis.sentences())
                .contains(
                        "case1, repetition 1: There are no data.",
                        "Process on engine1 under office:" + " there are no data.");
    }

    @Test
    void shouldTellWhatToDoWhenFilesAreOfAnotherFormat() throws IOException {
        SampleRun.write(
                run(),
                3,
                new SampleRun.Shape().engines(1).repetitions(1).measureS(4).defects(false));
        Path repetition = run().resolve("cases/Quick-reference-Sequential-office/1");
        for (Path file : List.of(
                run().resolve("run.json"), run().resolve("environment.json"), repetition.resolve("repetition.json"))) {
            Files.writeString(file, Files.readString(file).replace("\"format\" : 1", "\"format\" : 2"));
        }
        String sentence = " cannot be read: it has format 2, but this version of SOABench reads format 1; ";

        Analysis analysis = Analyzer.analyze(run());

        assertThat(analysis.missing())
                .containsExactly(
                        "run.json" + sentence + "begin a new run.",
                        "environment.json" + sentence + "begin a new run.",
                        "Without environment.json this run must not be compared with others.");
        assertThat(analysis.cases().get(0).repetitions().get(0).sentences(CriterionCheck.State.WARNING))
                .contains("repetition.json" + sentence + "measure the repetition again.");
    }

    @Test
    void shouldAnalyseTheRestWhenFilesAreMissingOrDamaged() throws IOException {
        SampleRun.write(
                run(),
                3,
                new SampleRun.Shape().engines(1).repetitions(1).measureS(4).defects(false));
        Path cases = run().resolve("cases");
        Path one = cases.resolve("Quick-reference-Sequential-office/1");
        Path two = cases.resolve("Quick-reference-Sequential-web/1");
        Path three = cases.resolve("Quick-reference-FlowNoDep-office/1");
        Path four = cases.resolve("Quick-reference-FlowNoDep-web/1");
        Files.delete(run().resolve("run.json"));
        Files.delete(run().resolve("environment.json"));
        Files.writeString(one.resolve("samples-here.csv"), "measure,1,office", StandardOpenOption.APPEND);
        Files.writeString(one.resolve("repetition.json"), "{");
        Files.delete(two.resolve("calls-mocks.csv"));
        Files.writeString(two.resolve("metrics-mocks.csv"), "nonsense\n1,2\n");
        Files.delete(three.resolve("samples-here.csv"));
        Files.writeString(four.resolve("samples-here.csv"), "");
        Files.writeString(four.resolve("load-here.json"), "[]");
        Files.writeString(four.resolve("events.csv"), "at_ns,kind,subject,detail,event\nx,phase,,,\n");

        Analysis analysis = Analyzer.analyze(run());

        assertThat(analysis.written()).isTrue();
        assertThat(analysis.missing())
                .containsExactly(
                        "run.json is missing.",
                        "environment.json is missing.",
                        "Without environment.json this run must not be compared with others.");
        assertThat(analysis.repetitions(Verdict.INVALID)).isEqualTo(4);
        assertThat(RunFixture.violations(analysis.cases().get(0).repetitions().get(0)))
                .containsExactly(
                        "There is no record of how the repetition ended.",
                        "The last line of samples-here.csv is cut off: that request is lost.");
        assertThat(analysis.cases().get(0).repetitions().get(0).requests()).isPositive();
        assertThat(RunFixture.violations(analysis.cases().get(1).repetitions().get(0)))
                .containsExactly("Whether the engine made the partner calls of its process cannot be checked.");
        assertThat(RunFixture.violations(analysis.cases().get(2).repetitions().get(0)))
                .contains("samples-here.csv is missing: the requests of client host \"here\" are lost.");
        assertThat(RunFixture.violations(analysis.cases().get(3).repetitions().get(0)))
                .contains("samples-here.csv cannot be used: it is empty.");
    }

    @Test
    void shouldTellResultsOfEachClassOfRecordsAndTheRowsThatFailed() throws Exception {
        Plan plan = RunFixture.plan(1, 0, 1);
        RunFixture fixture = new RunFixture(
                run(),
                plan.withWorkloads(plan.workloads().stream()
                        .map(each -> each.withChunks(List.of("order.small", "order.large")))
                        .toList()));
        Repetition repetition = fixture.repetition("case1", 1);
        String wrong = "wrong value in row %d: order/total is 41 expected 42";
        for (int n = 1; n <= 30; n++) {
            repetition.chunk(0).row(1 + n % 10).request("office.1." + n, 100 * n, 10, "OK");
        }
        repetition.row(7).request("office.1.31", 4000, 0, 10, "WRONG", 200, String.format(Locale.ROOT, wrong, 7));
        repetition.chunk(1).row(90).request("office.1.32", 5000, 40, "OK");
        repetition.row(3).request("office.1.33", 5100, 0, 20, "FAULT", 500, "soap:Server");
        repetition.row(204).request("office.1.34", 5200, 0, 20, "WRONG", 200, String.format(Locale.ROOT, wrong, 204));
        repetition.request("office.1.35", 5300, 0, 20, "WRONG", 200, String.format(Locale.ROOT, wrong, 204));
        repetition.chunk(0).row(6).request("office.1.36", -500, 0, 20, "WRONG", 200, "the warm-up does not count");
        repetition.write();

        fixture.analyze();

        assertThat(one(
                        run(),
                        "select data, requests, failures, wrong, rows_sent, rows_failed, median_ms, max_ms from v_data"
                                + " where repetition = 1"))
                .isEqualTo(
                        "order.small | 31 | 1 | 1 | 10 | 1 | 10.0 | 10.0\norder.large | 4 | 3 | 2 | 3 | 2 | 40.0 | 40.0");
        assertThat(one(run(), "select data, file_line, outcome, requests, example from v_failed_row"))
                .isEqualTo("order.small | 7 | WRONG | 1 | " + String.format(Locale.ROOT, wrong, 7)
                        + "\norder.large | 204 | WRONG | 2 | " + String.format(Locale.ROOT, wrong, 204)
                        + "\norder.large | 3 | FAULT | 1 | soap:Server");
        assertThat(one(
                        run(),
                        "select requests, origin from v_failure where repetition = 1 and cause ="
                                + " 'the answer does not contain what its row requires'"))
                .isEqualTo("3 | engine");
    }

    @Test
    void shouldCountMalformedLinesWhenASamplesFileHasSome() throws IOException {
        RunFixture fixture = new RunFixture(run(), RunFixture.plan(1, 0, 1));
        fixture.repetition("case1", 1)
                .fill(40)
                .raw("measure,1,office.1.1,0,0,1,1\n")
                .raw("measure,1,office.1.1,0,0,x,1,1,OK,200,1,1,\n")
                .raw("lunch,1,office.1.1,0,0,1,1,1,OK,200,1,1,\n")
                .raw("measure,1,office.1.1,0,0,5,5,1,OK,200,1,1,\n")
                .raw("measure,1,office.1.1,0,0,1,1,1,FINE,200,1,1,\n")
                .write();

        assertThat(RunFixture.violations(fixture.result()))
                .containsExactly(
                        "samples-here.csv has 5 lines of another form than docs/reference/formats.md defines; they are left out.");
    }

    @Test
    void shouldSayOneSentenceWhenThereIsNoPlan() throws IOException {
        Analysis analysis = Analyzer.analyze(run());

        assertThat(analysis.written()).isFalse();
        assertThat(analysis.sentences())
                .containsExactly(
                        "plan.json is missing.",
                        "Nothing can be analysed without plan.json in " + run() + ": is this the folder of a run?");
        assertThat(run()).isEmptyDirectory();
    }

    @Test
    void shouldRefuseWhenThePlanIsNotComplete() throws IOException {
        Files.writeString(
                run().resolve("plan.json"),
                "{\"format\": " + Plan.FORMAT + ", \"origin\": {\"testbed\": \"t\", \"seed\": 1}}");

        assertThat(Analyzer.analyze(run()).sentences()).contains("plan.json cannot be used: it is not complete.");
    }

    @Test
    void shouldKeepTheOldDatabaseWhenTheNewOneCannotBeWritten() throws IOException {
        RunFixture fixture = new RunFixture(run(), RunFixture.plan(1, 0, 1));
        repetition(fixture, "case1", 1, 10);
        Files.writeString(run().resolve("results.mv.db"), "old");
        // A folder in the place of the part cannot be replaced.
        Files.createDirectories(run().resolve("results.part.mv.db").resolve("x"));

        assertThatThrownBy(fixture::analyze)
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageStartingWith("cannot write " + run().resolve("results.mv.db"));
        assertThat(run().resolve("results.mv.db")).hasContent("old");
    }

    @Test
    void shouldLeaveNoPartsWhenDone() throws IOException {
        RunFixture fixture = new RunFixture(run(), RunFixture.plan(1, 0, 1));
        repetition(fixture, "case1", 1, 10);
        fixture.analyze();
        fixture.analyze();

        try (Stream<Path> files = Files.list(run())) {
            assertThat(files.map(f -> f.getFileName().toString()).sorted().toList())
                    .containsExactly("cases", "environment.json", "plan.json", "report", "results.mv.db", "run.json");
        }
    }

    @Test
    void shouldExportTheViewsOnlyWhenTheModelAsksForCsv() throws IOException {
        Plan plan = RunFixture.plan(1, 0, 1);
        RunFixture fixture = new RunFixture(run(), plan.withReports(List.of(ReportFormat.HTML, ReportFormat.CSV)));
        repetition(fixture, "case1", 1, 10);
        fixture.analyze();
        assertThat(export()).containsKeys("v_run.csv", "v_statistic.csv");

        Json.write(run().resolve("plan.json"), plan.withReports(List.of(ReportFormat.HTML)));
        fixture.analyze();
        assertThat(run().resolve("results.mv.db")).exists();
        assertThat(run().resolve("export")).doesNotExist();
    }

    @Test
    void shouldGiveTheSameExportWhenAnalysedTwice() throws IOException, SQLException {
        SampleRun.write(run(), 5, new SampleRun.Shape().repetitions(2).measureS(3));
        Analyzer.analyze(run());
        Map<String, String> first = export();
        Analyzer.analyze(run());

        String views = "select lower(table_name) || '.csv' from information_schema.views where table_name like 'V\\_%'";
        assertThat(first.keySet())
                .containsExactlyInAnyOrderElementsOf(one(run(), views).lines().toList())
                .contains("v_answer.csv", "v_dictionary.csv", "v_queueing.csv");
        assertThat(export()).isEqualTo(first);
    }

    private Map<String, String> export() throws IOException {
        Map<String, String> content = new TreeMap<>();
        try (Stream<Path> files = Files.list(run().resolve("export"))) {
            for (Path file : files.toList()) {
                content.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        return content;
    }

    @Test
    void shouldFindThePlantedDefectsWhenTheSampleRunHasThem() throws IOException, SQLException {
        SampleRun.write(run(), 42, new SampleRun.Shape().measureS(8));
        Analysis analysis = Analyzer.analyze(run());

        assertThat(one(run(), "select case_id, repetition, verdict from v_repetition where verdict <> 'valid'"))
                .isEqualTo(
                        """
                        Quick-reference-Sequential-web | 1 | invalid
                        Quick-reference-FlowNoDep-office | 1 | invalid
                        Quick-peer-FlowNoDep-web | 3 | invalid""");
        List<String> violated = one(
                        run(), "select distinct criterion from v_validity where state = 'violated' order by 1")
                .lines()
                .toList();
        assertThat(violated).containsExactly("ledger", "load-client-slip", "state");
        assertThat(one(run(), "select count(*) from v_points where phase = 'warmup'"))
                .isNotEqualTo("0");
        assertThat(analysis.passed()).isFalse();
    }

    @Test
    void shouldNameWhatWasDisturbedAndCountWhatWasMeasuredAgain() throws IOException {
        SampleRun.write(run(), 42, new SampleRun.Shape().measureS(5));
        Analysis before = Analyzer.analyze(run());
        // The second is late, the third lost calls, the last was interrupted: only the first of these is no fault of
        // anyone.
        Execution late =
                Json.read(run().resolve("plan.json"), Plan.class).order().get(1);
        assertThat(before.repetitions(Verdict.INVALID)).isGreaterThan(1);
        assertThat(before.disturbed()).containsExactly(late);
        assertThat(before.sentences().get(0)).doesNotContain("again");

        Files.createDirectories(run().resolve("cases/" + late.caseId() + "/" + late.repetition() + "-disturbed-1"));
        assertThat(Analyzer.analyze(run()).sentences().get(0)).contains(", 1 measured again after a disturbance");
    }

    /** Two engines, two processes, three repetitions: six observations of an engine are too few, twelve of both are not. */
    @Test
    void shouldTellWhatGoesTogetherOfTenRepetitionsOrMore() throws IOException, SQLException {
        SampleRun.write(
                run(),
                42,
                new SampleRun.Shape().engines(2).repetitions(3).measureS(3).defects(false));
        Analyzer.analyze(run());

        assertThat(one(run(), "select count(*) from v_correlation where engine is not null"))
                .isEqualTo("0");
        assertThat(one(
                        run(),
                        "select distinct observations, abs(correlation) <= 1 from v_correlation"
                                + " where metric = 'cpu'"))
                .isEqualTo("12 | TRUE");
    }

    /** With N clients that do not think, a response time is N / X; the processor time of a request of a full engine is its processors / X. */
    @Test
    void shouldCorrelateNothingOfEnginesAtTheirCapacity() throws IOException, SQLException {
        SampleRun.write(
                run(),
                42,
                new SampleRun.Shape().engines(2).repetitions(3).measureS(3).defects(false));
        Analyzer.analyze(run());
        try (Connection connection = DriverManager.getConnection(
                        "jdbc:h2:file:" + run().resolve("results") + ";IFEXISTS=TRUE", "sa", "");
                Statement statement = connection.createStatement()) {
            statement.execute("delete from capacity");
            statement.execute("insert into capacity select case_id, true from bench_case");
        }

        assertThat(one(run(), "select count(*) from v_correlation")).isEqualTo("0");
    }

    @Test
    void shouldMeasureWholeBlocksAgainByEvidenceFromOutside() throws IOException, SQLException {
        SampleRun.write(
                run(),
                42,
                new SampleRun.Shape().engines(2).repetitions(2).measureS(3).defects(false));
        assertThat(Analyzer.analyze(run()).interfered()).isEmpty();
        Plan plan = Json.read(run().resolve("plan.json"), Plan.class);
        CasePlan one = plan.cases().get(0);
        List<String> block = plan.cases().stream()
                .filter(each -> each.block().equals(one.block()))
                .map(CasePlan::id)
                .toList();
        Execution disturbed = new Execution(one.id(), 2);
        Path last = run().resolve("cases/" + one.id() + "/2");
        Json.write(
                last.resolve("environment.json"),
                SampleEnvironment.around(
                        List.of(),
                        new EnvironmentRecord.Surroundings(
                                20, 0.15, 0.05, 0.5, 0, List.of(new EnvironmentRecord.Neighbour("updater", 7, 0.3)))));

        Analysis analysis = Analyzer.analyze(run());

        assertThat(analysis.interfered()).containsExactly(disturbed);
        assertThat(analysis.repetitions(Verdict.INVALID)).as("it only warns").isZero();
        assertThat(block).hasSize(2);
        assertThat(analysis.blocksOf(List.of(disturbed)))
                .containsExactlyInAnyOrderElementsOf(
                        block.stream().map(id -> new Execution(id, 2)).toList());
        assertThat(one(
                        run(),
                        "select state, sentence from v_validity where criterion = 'surroundings' and state <> 'good'"))
                .isEqualTo(
                        "warning | Other programs took 15.0 % of the processors (updater, process 7: 0.30 processors),"
                                + " other machines of the hypervisor 5.00 %.");
        assertThat(one(run(), "select sentence from v_verdict where kind = 'busy'"))
                .matches("During 1 of \\d+ repetitions that count, other programs took 20.0 % of the processors: .*");

        Files.move(last, last.resolveSibling("2-disturbed-1"));
        SampleRun.write(
                folder.resolve("again"),
                42,
                new SampleRun.Shape().engines(2).repetitions(2).measureS(3).defects(false));
        Files.move(folder.resolve("again/cases/" + one.id() + "/2"), last);
        Analysis again = Analyzer.analyze(run());

        assertThat(again.interfered()).isEmpty();
        assertThat(one(run(), "select count(*) from v_verdict where kind = 'busy'"))
                .isEqualTo("0");
        assertThat(again.sentences().get(0)).contains(", 1 measured again after a disturbance");
        assertThat(again.sentences())
                .anyMatch(sentence -> sentence.startsWith(
                                one.id() + ": 1 of 2 repetitions was measured again, with the whole block, ")
                        && sentence.endsWith(" with the attempts that do not count."));
        assertThat(one(run(), "select repetition, attempt, counts, foreign_rate, programs from v_attempt order by 2"))
                .isEqualTo("2 | 1 | FALSE | 0.15 | updater 7\n2 | 2 | TRUE | 0.01 | ");
    }

    @Test
    void shouldBeAllValidWhenTheSampleRunHasNoDefects() throws IOException {
        SampleRun.write(run(), 42, new SampleRun.Shape().engines(3).measureS(5).defects(false));

        Analysis analysis = Analyzer.analyze(run());

        assertThat(analysis.repetitions(Verdict.VALID)).isEqualTo(36);
        assertThat(analysis.pairs()).hasSize(12 + 6);
    }

    @Test
    void shouldKeepAllFailuresWhenPointsAreThinnedOut() throws IOException, SQLException {
        RunFixture fixture = new RunFixture(run(), RunFixture.plan(1, 0, 1));
        Repetition repetition = fixture.repetition("case1", 1);
        for (int i = 1; i <= 12_000; i++) {
            repetition.request("office.1." + i, i * 0.5, 1, i % 100 == 0 ? "IO" : "OK");
        }
        repetition.write();
        fixture.analyze();

        assertThat(
                        one(
                                run(),
                                "select failed, count(*), cast(round(sum(stands_for)) as int) from v_points group by failed order by 1"))
                .isEqualTo("FALSE | 4880 | 11880\nTRUE | 120 | 120");
        assertThat(one(run(), "select sum(requests), sum(failures) from v_timeline"))
                .isEqualTo("12000 | 120");
    }

    private static String counted(long ms, String value, String source) {
        return (RunFixture.START_NS + ms * 1_000_000) + ",traffic," + value + ",bytes," + source + "\n";
    }

    /** The fixture measures from its start for a known time; the counter stands at 10 bytes a millisecond. */
    private CaseResult counting(String observations, ObjectivePlan... objectives) throws IOException {
        RunFixture fixture = new RunFixture(run(), RunFixture.plan(1, 0, 1, objectives));
        repetition(fixture, "case1", 1, 10);
        Json.write(
                run().resolve("metrics.json"),
                new MetricRecord.File(List.of(new MetricRecord(
                        "traffic", MetricRecord.Kind.COUNTER, "bytes", "the kernel", "Not the headers."))));
        Files.writeString(
                fixture.folder("case1", 1).resolve("metrics-engine1.csv"),
                "at_ns,metric,value,unit,source\n" + observations);
        return fixture.analyze().cases().get(0);
    }

    @Test
    void shouldCountFromTheBeginToTheEndOfTheMeasurement() throws IOException, SQLException {
        StringBuilder observations = new StringBuilder();
        for (int ms = -300; ms <= 60_000; ms += 700) {
            observations.append(counted(ms, Integer.toString(50_000 + 10 * ms), "x"));
        }
        CaseResult result = counting(
                observations.toString(),
                new ObjectivePlan(
                        "traffic",
                        StatisticFunction.TOTAL,
                        Target.CASE,
                        Comparison.LESS,
                        1e9,
                        MetricUnit.BYTE,
                        "total traffic < 1 GB"));

        double seconds = result.repetitions().get(0).measurement().measuredS();
        assertThat(result.objectives().get(0).state()).isEqualTo(ObjectiveResult.State.UNDECIDED);
        assertThat(result.objectives().get(0).measured()).isCloseTo(10_000 * seconds, within(1e-6));
        assertThat(one(run(), "select kind, unit, cast(mean as int), cast(maximum as int) from v_metric"))
                .isEqualTo("counter | bytes | 10000 | 10000");
        assertThat(one(run(), "select metric, source, limits from v_metric_source"))
                .isEqualTo("traffic | the kernel | Not the headers.");
    }

    @Test
    void shouldComputeNothingOfWhatWasNotThereAllTheTime() throws IOException, SQLException {
        CaseResult result = counting(
                counted(1, "5", "x") + counted(800, "", "unavailable: too fast") + counted(1600, "9", "x"),
                new ObjectivePlan(
                        "traffic",
                        StatisticFunction.TOTAL,
                        Target.CASE,
                        Comparison.LESS,
                        1e9,
                        MetricUnit.BYTE,
                        "total traffic < 1 GB"));

        assertThat(result.objectives().get(0).state()).isEqualTo(ObjectiveResult.State.UNMEASURED);
        assertThat(one(run(), "select source, observations, mean, total from v_metric"))
                .isEqualTo("unavailable: too fast | 0.0 | null | null");
    }

    /** The load doubles after four seconds, falls back, and fades in a stage that another suite measures to its end. */
    private static RunFixture changing(Path run, int repetitions) throws IOException {
        Plan plan = RunFixture.plan(1, 0, repetitions);
        RunFixture fixture = new RunFixture(
                run,
                plan.withWorkloads(List.of(new WorkloadPlan(
                        "office",
                        WorkloadPlan.Load.OPEN,
                        0,
                        12,
                        "",
                        List.of(
                                new StagePlan("calm", 0, 4_000, 10, 10),
                                new StagePlan("busy", 4_000, 8_000, 20, 20),
                                new StagePlan("calm", 8_000, 9_000, 10, 10),
                                new StagePlan("fade", 9_000, 20_000, 22, 0)),
                        List.of(),
                        List.of(),
                        null))));
        for (int number = 1; number <= repetitions; number++) {
            Repetition repetition = fixture.repetition("case1", number).request("office.1.500", -500, 600, "OK");
            int n = 0;
            for (int i = 0; i < 40; i++) {
                repetition.request("office.1." + ++n, i * 100, 10 * number, "OK");
            }
            for (int i = 0; i < 80; i++) {
                // Each answer is a second late, so that a quarter comes in the stage that follows; the last one fails.
                repetition.request("office.1." + ++n, 4_000 + i * 50, 1_000, i == 79 ? "FAULT" : "OK");
            }
            for (int i = 0; i < 10; i++) {
                repetition.request("office.1." + ++n, 8_000 + i * 100, 30, "OK");
            }
            repetition.write();
        }
        return fixture;
    }

    @Test
    void shouldTellEachStageOfALoadThatChanges() throws IOException, SQLException {
        changing(run(), 2).analyze();

        String columns =
                "stage, from_s, length_s, planned_per_s, requests, failures, offered_per_s, throughput_per_s, round(median_ms), p95_ms is null, p99_ms is null, max_ms";
        assertThat(one(run(), "select " + columns + " from v_stage where repetition = 2 order by position"))
                .isEqualTo(
                        """
                        calm | 0.0 | 5.0 | 10.0 | 50 | 0 | 10.0 | 14.0 | 20.0 | TRUE | TRUE | 30.0
                        busy | 4.0 | 4.0 | 20.0 | 80 | 1 | 20.0 | 15.0 | 1000.0 | TRUE | TRUE | 1000.0
                        fade | 9.0 | 1.0 | 21.0 | 0 | 0 | 0.0 | 0.0 | null | TRUE | TRUE | null""");
        assertThat(
                        one(
                                run(),
                                "select stage, requests, failures, offered_per_s, max_ms from v_stage where repetition is null"))
                .isEqualTo(
                        """
                        calm | 100 | 0 | 10.0 | 30.0
                        busy | 160 | 2 | 20.0 | 1000.0
                        fade | 0 | 0 | 0.0 | null""");
    }

    /** Two clients for five seconds, then a ramp to ten, of which the measurement has the first half. */
    @Test
    void shouldTellStagesOfClients() throws IOException, SQLException {
        RunFixture fixture = new RunFixture(
                run(),
                RunFixture.plan(1, 0, 1)
                        .withWorkloads(List.of(new WorkloadPlan(
                                "office",
                                WorkloadPlan.Load.CLOSED,
                                10,
                                0,
                                "",
                                List.of(
                                        new StagePlan("few", 0, 5_000, 2, 2),
                                        new StagePlan("more", 5_000, 15_000, 2, 10)),
                                List.of(),
                                List.of(),
                                null))));
        Repetition repetition = fixture.repetition("case1", 1);
        for (int n = 1; n <= 100; n++) {
            repetition.request("office.1." + n, n * 100 - 100, 50, "OK");
        }
        repetition.write();
        fixture.analyze();

        assertThat(
                        one(
                                run(),
                                "select stage, planned_per_s, round(clients, 6), requests, throughput_per_s from v_stage where repetition = 1 order by position"))
                .isEqualTo(
                        """
                        few | null | 2.0 | 50 | 10.0
                        more | null | 4.0 | 50 | 10.0""");
        assertThat(one(
                        run(),
                        "select at_s, round(clients, 6) from v_timeline where at_s in (-1, 0, 4, 5, 9) order by at_s"))
                .isEqualTo(
                        """
                        -1.0 | null
                        0.0 | 2.0
                        4.0 | 2.0
                        5.0 | 2.4
                        9.0 | 5.6""");
        assertThat(one(run(), "select count(*) from v_validity where criterion in ('steady-state', 'warm-up-length')"))
                .isEqualTo("0");
    }

    @Test
    void shouldCountTheCallbacksThatLoadClientsTook() throws IOException, SQLException {
        RunFixture fixture = new RunFixture(run(), RunFixture.plan(1, 0, 2));
        fixture.repetition("case1", 1)
                .request("office.1.1", 0, 50, "OK")
                .callbacks(new LoadRecord.Callbacks(5, 1, 2, 3, 4, 6))
                .write();
        fixture.repetition("case1", 2).request("office.1.1", 0, 50, "OK").write();
        fixture.analyze();

        assertThat(
                        one(
                                run(),
                                "select repetition, callbacks, callbacks_late, callbacks_repeated, callbacks_foreign, callbacks_malformed, callbacks_not_accepted from v_load_client order by repetition"))
                .isEqualTo(
                        """
                        1 | 5 | 1 | 2 | 3 | 4 | 6
                        2 | null | null | null | null | null | null""");
    }

    /** Response times that are a hundred times as long in the last third would be a warning of a constant load. */
    @Test
    void shouldNotExpectASteadyStateWhereTheLoadIsMeantToChange() throws IOException, SQLException {
        changing(run(), 1).analyze();

        assertThat(one(run(), "select abs(drift) > 0.1 from v_repetition")).isEqualTo("TRUE");
        assertThat(one(run(), "select count(*) from v_validity where criterion in ('steady-state', 'warm-up-length')"))
                .isEqualTo("0");
    }

    /** Each request takes two seconds; more of them arrive, so more of them wait (Little's law), which no engine can help. */
    @Test
    void shouldNotCallAnEngineSaturatedWhereTheLoadIsMeantToRise() throws IOException, SQLException {
        for (boolean meant : new boolean[] {false, true}) {
            Plan plan = RunFixture.plan(1, 0, 1)
                    .withWorkloads(List.of(new WorkloadPlan(
                            "office",
                            WorkloadPlan.Load.OPEN,
                            0,
                            40,
                            "",
                            meant
                                    ? List.of(
                                            new StagePlan("1", 0, 5_000, 5, 5),
                                            new StagePlan("2", 5_000, 10_000, 100, 100))
                                    : List.of(),
                            List.of(),
                            List.of(),
                            null)));
            Repetition repetition =
                    new RunFixture(run(), plan).repetition("case1", 1).open();
            int n = 0;
            for (int at = 0; at < 10_000; at += at < 5_000 ? 200 : 10) {
                repetition.request("office.1." + ++n, at, 1_900, "OK");
            }
            repetition.write();
            Analyzer.analyze(run());

            assertThat(one(run(), "select saturated from v_repetition")).isEqualTo(meant ? "FALSE" : "TRUE");
        }
    }

    @Test
    void shouldTellWhatWasOfferedOfTheMeasuredPartOfABucket() throws IOException, SQLException {
        RunFixture fixture = new RunFixture(run(), RunFixture.plan(1, 0, 1));
        Repetition repetition = fixture.repetition("case1", 1).measureS(9.5);
        for (int i = 0; i < 95; i++) {
            repetition.request("office.1." + (i + 1), i * 100, 10, "OK");
        }
        repetition.write();
        fixture.analyze();

        assertThat(one(run(), "select distinct offered_per_s from v_timeline where phase = 'measure'"))
                .isEqualTo("10.0");
        assertThat(one(run(), "select count(*) from v_stage")).isEqualTo("0");
    }
}
