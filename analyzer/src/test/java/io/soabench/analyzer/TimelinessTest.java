package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.soabench.analyzer.database.ResultDatabase;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.RepetitionResult.Verdict;
import io.soabench.analyzer.validity.CriterionCheck;
import io.soabench.plan.CallTree;
import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.Json;
import io.soabench.plan.sample.SampleEnvironment;
import io.soabench.plan.sample.SamplePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How late load client and partners were, against the fastest engine of the block. */
final class TimelinessTest {

    private static final int REQUESTS = 100;

    @TempDir
    private Path run;

    /** Requests 100 ms apart, each with one call that is planned to take 5 ms. */
    private static void write(
            RunFixture fixture, String testCase, double slipMs, double partnerLateMs, double latencyMs)
            throws IOException {
        write(fixture, testCase, REQUESTS, slipMs, partnerLateMs, latencyMs);
    }

    private static void write(
            RunFixture fixture, String testCase, int requests, double slipMs, double partnerLateMs, double latencyMs)
            throws IOException {
        RunFixture.Repetition repetition = fixture.repetition(testCase, 1);
        for (int i = 0; i < requests; i++) {
            String uiid = "office.1." + (i + 1);
            repetition
                    .request(uiid, i * 100, slipMs, latencyMs, "OK", 200, "")
                    .call(1, uiid, 1, i * 100 + slipMs + 1, 5, 5 + partnerLateMs, "OK");
        }
        repetition.write();
    }

    private static CriterionCheck check(RepetitionResult result, String criterion) {
        return result.checks().stream()
                .filter(check -> check.criterion().id().equals(criterion))
                .findFirst()
                .orElseThrow();
    }

    private static List<RepetitionResult> results(RunFixture fixture) {
        return fixture.analyze().cases().stream()
                .map(one -> one.repetitions().get(0))
                .toList();
    }

    /** 8 ms of slip are a tenth of 90 ms for the slow engine alone, but not of the 20 ms of the fast one beside it. */
    @Test
    void shouldHoldTheSlipOfAllEnginesAgainstTheFastest() throws IOException {
        RunFixture fixture = new RunFixture(run, RunFixture.plan(2, 1, 1));
        write(fixture, "case1", 0, 0, 20);
        write(fixture, "case2", 8, 0, 90);

        List<RepetitionResult> results = results(fixture);

        assertThat(results).extracting(RepetitionResult::verdict).containsExactly(Verdict.VALID, Verdict.INVALID);
        assertThat(results)
                .extracting(r -> check(r, "load-client-slip").bound())
                .as("the same for both: the floor, which is more than a tenth of 20 ms")
                .containsExactly(3.0, 3.0);
        assertThat(results.get(1).disturbed()).isTrue();
    }

    /** A relay passed most requests on in 1 ms, and one in ten in 3 ms: 2 ms are waits that no stamp of a repetition shows. */
    @Test
    void shouldAddWhatAnswersWaitToBeReadAsTheCalibrationFound() throws Exception {
        RunFixture fixture = new RunFixture(run, RunFixture.plan(1, 1, 1));
        write(fixture, "case1", 0, 0, 20);
        CriterionCheck before = check(results(fixture).get(0), "harness-lateness");
        RunFixture calibration = new RunFixture(run.resolve("calibration"), RunFixture.plan(1, 1, 1));
        RunFixture.Repetition relayed = calibration.repetition("case1", 1);
        for (int i = 0; i < REQUESTS; i++) {
            String uiid = "office.1." + (i + 1);
            relayed.request(uiid, i * 100, 0, i % 10 == 0 ? 3 : 1, "OK", 200, "")
                    .call(1, uiid, 1, i * 100 + 0.1, 0, 0.1, "OK");
        }
        relayed.write();

        RepetitionResult result = results(fixture).get(0);
        CriterionCheck after = check(result, "harness-lateness");

        assertThat(before.state()).isEqualTo(CriterionCheck.State.GOOD);
        assertThat(after.state()).as(after.sentence()).isEqualTo(CriterionCheck.State.WARNING);
        assertThat(after.measured() - before.measured()).isCloseTo(2, within(0.01));
        assertThat(after.sentence()).contains("that answers and calls waited to be read, by the calibration");
        assertThat(result.harnessShare())
                .as("one in ten waited 2 ms; no engine is better than another by less")
                .isCloseTo(0.2 / 20, within(1e-6));
        try (Connection database = DriverManager.getConnection(ResultDatabase.address(run), "sa", "");
                Statement sql = database.createStatement();
                ResultSet row =
                        sql.executeQuery("select median_ms, p99_ms, wait_p99_ms, sentence from v_calibration")) {
            assertThat(row.next()).isTrue();
            assertThat(row.getDouble(1)).isCloseTo(1, within(0.01));
            assertThat(row.getDouble(2)).isCloseTo(3, within(0.01));
            assertThat(row.getDouble(3)).isCloseTo(2, within(0.01));
            assertThat(row.getString(4))
                    .startsWith("Calibration: a null engine, which is a relay")
                    .contains(" 1.00 ms (median; 100 requests)")
                    .contains(
                            " About so much of each response time is the harness's, not the engine's. This is a low load:");
        }
    }

    @Test
    void shouldSayWhyACalibrationCannotBeUsed() throws IOException {
        RunFixture fixture = new RunFixture(run, RunFixture.plan(1, 1, 1));
        write(fixture, "case1", 0, 0, 20);
        RunFixture calibration = new RunFixture(run.resolve("calibration"), RunFixture.plan(1, 1, 1));
        RunFixture.Repetition relayed = calibration.repetition("case1", 1);
        relayed.request("office.1.1", 0, 0, 1, "OK", 200, "");
        relayed.write();

        assertThat(check(results(fixture).get(0), "harness-lateness").sentence())
                .doesNotContain("calibration");
        assertThat(fixture.analyze().missing())
                .singleElement()
                .asString()
                .startsWith("The calibration of the harness has no result: ")
                .contains("1 ")
                .endsWith("So nothing is added to the lateness of load clients and mock hosts.");

        Files.writeString(run.resolve("calibration/plan.json"), "{");

        assertThat(fixture.analyze().missing())
                .singleElement()
                .asString()
                .startsWith("calibration/plan.json cannot be read: ");
    }

    /** What is a hundredth of its own response times cannot make an engine look slow, and does not take its slowness out of the report. */
    @Test
    void shouldAllowAHundredthOfWhatTheEngineItselfTakes() throws IOException {
        RunFixture fixture = new RunFixture(run, RunFixture.plan(2, 1, 1));
        write(fixture, "case1", 0, 0, 20);
        write(fixture, "case2", 8, 0, 900);

        List<RepetitionResult> results = results(fixture);

        assertThat(results).extracting(RepetitionResult::verdict).containsOnly(Verdict.VALID);
        assertThat(check(results.get(1), "load-client-slip").bound()).isCloseTo(9, within(0.2));
    }

    /** Twenty requests are too few, whoever is to blame; only what happened outside tells who it is. */
    @Test
    void shouldNotBlameTheModelForTooFewRequestsWhenOthersKeptTheMachineBusy() throws IOException {
        RunFixture fixture = new RunFixture(run, RunFixture.plan(2, 1, 1));
        for (String id : List.of("case1", "case2")) {
            write(fixture, id, 20, 0, 0, 20);
        }
        Json.write(
                run.resolve("cases/case2/1/environment.json"),
                SampleEnvironment.around(List.of(), new EnvironmentRecord.Surroundings(20, 0.6, 0, 0.5, 0, List.of())));

        List<RepetitionResult> results = results(fixture);

        assertThat(results).extracting(RepetitionResult::verdict).containsOnly(Verdict.INVALID);
        assertThat(results).extracting(RepetitionResult::disturbed).containsExactly(false, true);
    }

    /** Arrivals of an open workload are planned: no other program makes them fewer, and measuring again brings no more. */
    @Test
    void shouldBlameTheModelForTooFewArrivalsHoweverBusyTheMachineWas() throws IOException {
        RunFixture fixture = new RunFixture(
                run, RunFixture.plan(1, 1, 1).withWorkloads(List.of(SamplePlan.open(SamplePlan.WORKLOAD, 2))));
        write(fixture, "case1", 20, 0, 0, 20);
        Json.write(
                run.resolve("cases/case1/1/environment.json"),
                SampleEnvironment.around(List.of(), new EnvironmentRecord.Surroundings(20, 0.6, 0, 0.5, 0, List.of())));

        RepetitionResult result = results(fixture).get(0);

        assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(result.disturbed()).isFalse();
    }

    /** An engine that skips calls is quick, but not to be held against others. */
    @Test
    void shouldNotHoldAnEngineAgainstOneThatIsInvalid() throws IOException {
        RunFixture fixture = new RunFixture(run, RunFixture.plan(2, 1, 1));
        RunFixture.Repetition skips = fixture.repetition("case1", 1).fill(REQUESTS);
        skips.write();
        write(fixture, "case2", 8, 0, 90);

        List<RepetitionResult> results = results(fixture);

        assertThat(results).extracting(RepetitionResult::verdict).containsExactly(Verdict.INVALID, Verdict.VALID);
        assertThat(check(results.get(1), "load-client-slip").bound()).isCloseTo(9, within(1e-9));
    }

    /** 0.5 ms of slip and 0.7 ms of a partner: each is little, both together are more than 5 % of 20 ms; said, not thrown away. */
    @Test
    void shouldAddTheSlipAndTheLatenessOfPartnersOnTheWay() throws IOException {
        RunFixture fixture = new RunFixture(run, RunFixture.plan(1, 1, 1));
        write(fixture, "case1", 0.5, 0.7, 20);

        RepetitionResult result = results(fixture).get(0);

        CriterionCheck late = check(result, "harness-lateness");
        assertThat(late)
                .extracting(CriterionCheck::state, CriterionCheck::bound)
                .containsExactly(CriterionCheck.State.WARNING, 1.0);
        assertThat(late.measured()).isCloseTo(1.2, within(1e-6));
        assertThat(late.sentence())
                .isEqualTo(
                        "Load client and partners together were late by 1.20 ms (median) and 1.20 ms (99th percentile) per"
                                + " request. Lateness above 1.00 ms and 1.00 ms may affect response times (bound: 5 % of what the fastest"
                                + " engine of the block takes, but at least 0.200 ms).");
        assertThat(result.verdict()).isEqualTo(Verdict.VALID);
        assertThat(result.harnessShare()).isCloseTo(1.2 / 20, within(1e-9));
    }

    @Test
    void shouldNotWarnOfLatenessBelowTheFloor() throws IOException {
        RunFixture fixture = new RunFixture(run, RunFixture.plan(1, 1, 1));
        // 5 % of 2 ms would be 0.1 ms.
        RunFixture.Repetition repetition = fixture.repetition("case1", 1);
        for (int i = 0; i < REQUESTS; i++) {
            String uiid = "office.1." + (i + 1);
            repetition.request(uiid, i * 100, 0.19, 2, "OK", 200, "").call(uiid, 1, i * 100 + 0.5, 1, "OK");
        }
        repetition.write();

        assertThat(check(results(fixture).get(0), "harness-lateness"))
                .extracting(CriterionCheck::state, CriterionCheck::bound)
                .containsExactly(CriterionCheck.State.GOOD, 0.2);
    }

    /** Of two partners called at the same time only the longer one decides: that the other one is late costs nothing. */
    @Test
    void shouldCountOnlyWhatIsOnTheCriticalPath() throws IOException {
        CallTree parallel = CallTree.parallel(
                List.of(CallTree.call("quote", "ask", false), CallTree.call("quote", "ask", false)),
                List.of(List.of(), List.of()));
        RunFixture fixture = new RunFixture(run, RunFixture.plan(1, parallel, 1));
        RunFixture.Repetition repetition = fixture.repetition("case1", 1);
        for (int i = 0; i < REQUESTS; i++) {
            String uiid = "office.1." + (i + 1);
            repetition
                    .request(uiid, i * 100, 30, "OK")
                    .call(1, uiid, 1, i * 100 + 1, 5, 9, "OK")
                    .call(1, uiid, 2, i * 100 + 1, 20, 21, "OK");
        }
        repetition.write();

        RepetitionResult result = results(fixture).get(0);

        assertThat(result.answered().lateness().mean()).isCloseTo(1, within(1e-6));
        // What the partners really took is theirs: 30 − 21, not 30 − 20.
        assertThat(result.overheads().overhead().mean()).isCloseTo(9, within(1e-6));
        assertThat(result.overheads().idealMedianMs()).isCloseTo(21, within(1e-6));
    }

    @Test
    void shouldAddUpWhatCannotBePutOnAWay() throws IOException {
        CallTree either = CallTree.choice(List.of(
                CallTree.call("quote", "ask", false),
                CallTree.sequence(
                        List.of(CallTree.call("quote", "ask", false), CallTree.call("quote", "ask", false)))));
        RunFixture fixture = new RunFixture(run, RunFixture.plan(1, either, 1));
        RunFixture.Repetition repetition = fixture.repetition("case1", 1);
        for (int i = 0; i < REQUESTS; i++) {
            String uiid = "office.1." + (i + 1);
            repetition
                    .request(uiid, i * 100, 30, "OK")
                    .call(1, uiid, 1, i * 100 + 1, 5, 6, "OK")
                    .call(1, uiid, 2, i * 100 + 8, 5, 5.5, "OK");
        }
        repetition.write();

        assertThat(results(fixture))
                .extracting(
                        r -> r.answered().lateness().count(),
                        r -> r.answered().lateness().mean())
                .containsExactly(tuple((long) REQUESTS, 1.5));
    }
}
