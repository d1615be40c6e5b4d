package io.soabench.analyzer.explore;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.RunFixture;
import io.soabench.plan.Comparison;
import io.soabench.plan.Execution;
import io.soabench.plan.ExploreRecord.Outcome;
import io.soabench.plan.MetricUnit;
import io.soabench.plan.ObjectivePlan;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.RunRecord;
import io.soabench.plan.ServerEnd;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one repetition tells of its load. */
final class TrialJudgeTest {

    private static final Execution ONLY = new Execution("case1", 1);

    @TempDir
    private Path folder;

    private static ObjectivePlan response(String statistic, double limitS) {
        return new ObjectivePlan(
                "response-time",
                StatisticFunction.parse(statistic),
                Target.CASE,
                Comparison.LESS,
                limitS,
                MetricUnit.SECOND,
                statistic + " response-time < " + limitS);
    }

    private static ObjectivePlan failures(double limit) {
        return new ObjectivePlan(
                "failures",
                StatisticFunction.AVERAGE,
                Target.CASE,
                Comparison.LESS,
                limit,
                MetricUnit.RATIO,
                "failures < " + limit);
    }

    private RunFixture run(ObjectivePlan... objectives) {
        return new RunFixture(folder, RunFixture.plan(1, 0, 1, objectives));
    }

    /** Requests of ten seconds, one after the other by a single client. */
    private TrialJudge.Verdict judged(
            int requests, IntToDoubleFunction ms, IntToDoubleFunction failed, ObjectivePlan... objectives)
            throws IOException {
        RunFixture run = run(objectives);
        RunFixture.Repetition repetition = run.repetition("case1", 1);
        for (int i = 0; i < requests; i++) {
            repetition.request(
                    "office.1." + (i + 1),
                    i * 10_000.0 / requests,
                    ms.applyAsDouble(i),
                    failed.applyAsDouble(i) > 0 ? "HTTP" : "OK");
        }
        repetition.write();
        return TrialJudge.of(folder, run.plan(), ONLY);
    }

    @Test
    void shouldBeMetWhenAllOfTheIntervalKeepsTheLimit() throws IOException {
        TrialJudge.Verdict verdict = judged(
                2000,
                i -> i % 200 == 0 ? 4 : 1 + i % 10 / 10.0,
                i -> 0,
                response("p99", 0.003),
                response("average", 0.003));

        assertThat(verdict.outcome()).as(verdict.reason()).isEqualTo(Outcome.MET);
        assertThat(verdict.figures().requests()).isEqualTo(2000);
        assertThat(verdict.figures().objectives()).hasSize(2).allSatisfy(figure -> {
            assertThat(figure.value()).isBetween(1.0, 2.0);
            assertThat(figure.low()).isLessThanOrEqualTo(figure.value());
            assertThat(figure.high()).isBetween(figure.value(), 4.0);
            assertThat(figure.bound()).isEqualTo(3);
        });
    }

    @Test
    void shouldBeMissedWhenTooManyRequestsAreSlow() throws IOException {
        TrialJudge.Verdict verdict = judged(2000, i -> i % 20 == 0 ? 4 : 1, i -> 0, response("p99", 0.003));

        assertThat(verdict.outcome()).isEqualTo(Outcome.MISSED);
        assertThat(verdict.reason()).startsWith("p99 response-time < 0.003 is missed with 4.00 ms (");
    }

    @Test
    void shouldBeUndecidedWhenTheLimitIsWithinTheInterval() throws IOException {
        TrialJudge.Verdict verdict = judged(2000, i -> i % 100 == 0 ? 4 : 1, i -> 0, response("p99", 0.003));

        assertThat(verdict.outcome()).as(verdict.reason()).isEqualTo(Outcome.UNDECIDED);
    }

    /** With slow requests all in one second they tell as much as one request. */
    @Test
    void shouldBeUndecidedWhenWhatIsSlowIsSoAtOnce() throws IOException {
        TrialJudge.Verdict verdict = judged(2000, i -> i >= 1000 && i < 1036 ? 4 : 1, i -> 0, response("p99", 0.003));

        assertThat(verdict.figures().objectives().get(0).value()).isEqualTo(4);
        assertThat(verdict.outcome()).as(verdict.reason()).isEqualTo(Outcome.UNDECIDED);
    }

    @Test
    void shouldNeverBeMetWithTooFewRequestsForAPercentile() throws IOException {
        TrialJudge.Verdict verdict = judged(500, i -> 1, i -> 0, response("p99", 0.003));

        assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
    }

    @Test
    void shouldDecideFailuresByTheirIntervalToo() throws IOException {
        assertThat(judged(1000, i -> 1, i -> 0, failures(0.01)).outcome()).isEqualTo(Outcome.MET);
        assertThat(judged(1000, i -> 1, i -> i % 20 == 0 ? 1 : 0, failures(0.01))
                        .outcome())
                .isEqualTo(Outcome.MISSED);
        assertThat(judged(1000, i -> 1, i -> i % 100 == 0 ? 1 : 0, failures(0.01))
                        .outcome())
                .isEqualTo(Outcome.UNDECIDED);
    }

    @Test
    void shouldBeMissedWhenTheServerDiesUnderTheLoad() throws IOException {
        RunFixture run = run(response("median", 1));
        run.repetition("case1", 1)
                .checks(1)
                .fill(100)
                .state(RunRecord.State.FAILED)
                .servers(new RepetitionRecord.ServerRecord("engine1", "here", 7, 137, ServerEnd.DIED, 30))
                .write();

        TrialJudge.Verdict verdict = TrialJudge.of(folder, run.plan(), ONLY);

        assertThat(verdict.outcome()).isEqualTo(Outcome.MISSED);
        assertThat(verdict.reason()).isEqualTo("server engine1 died under the load");
    }

    @Test
    void shouldBeOfNoUseWhenThereAreNoData() {
        RunFixture run = run(response("median", 1));

        TrialJudge.Verdict verdict = TrialJudge.of(folder, run.plan(), ONLY);

        assertThat(verdict.outcome()).isEqualTo(Outcome.USELESS);
        assertThat(verdict.figures().requests()).isZero();
        assertThat(verdict.figures().p99Ms()).isNull();
    }
}
