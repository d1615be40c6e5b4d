package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.ObjectiveResult;
import io.soabench.analyzer.cases.PairResult;
import io.soabench.analyzer.cases.PairVerdict;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.plan.Comparison;
import io.soabench.plan.MetricUnit;
import io.soabench.plan.ObjectivePlan;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Failures that the model plans are known; those of the engine are a sample. */
final class FailuresByOriginTest {

    private static final int REQUESTS = 200;

    @TempDir
    private Path folder;

    private static ObjectivePlan fewerThan(double limit) {
        return new ObjectivePlan(
                Statistic.FAILURES,
                StatisticFunction.AVERAGE,
                Target.all(Target.Kind.PROCESS),
                Comparison.LESS,
                limit,
                MetricUnit.RATIO,
                "failures < 10 %");
    }

    /**
     * One client, whose requests make one call each.
     *
     * @param planned requests whose partner fails as planned
     * @param own requests that the engine fails
     */
    private static void repetition(RunFixture run, String caseId, int number, int planned, int own, double ms)
            throws IOException {
        RunFixture.Repetition written = run.repetition(caseId, number);
        for (int n = 1; n <= REQUESTS; n++) {
            String uiid = "office.1." + n;
            double at = (n - 1) * 10_000.0 / REQUESTS;
            boolean partner = n <= planned;
            boolean fails = partner || n > REQUESTS - own;
            written.request(uiid, at, 0, ms + n % 5 * 0.1, fails ? "FAULT" : "OK", fails ? 500 : 200, "")
                    .call(uiid, 1, at + 0.5, 1, partner ? "FAULT" : "OK");
        }
        written.write();
    }

    @Test
    void shouldMeetAnObjectiveWhenOnlyPlannedRequestsFail() throws IOException {
        RunFixture run = new RunFixture(folder, RunFixture.plan(1, 1, 2, fewerThan(0.1)));
        repetition(run, "case1", 1, 1, 0, 5);
        repetition(run, "case1", 2, 9, 0, 5);

        CaseResult one = run.analyze().cases().get(0);

        ObjectiveResult objective = one.objectives().get(0);
        assertThat(objective.state()).isEqualTo(ObjectiveResult.State.MET);
        assertThat(objective.sentence())
                .isEqualTo(
                        "\"failures < 10 %\" is met: 2.50 % over 2 valid repetitions; 10 of 400 requests failed, all as"
                                + " the model plans (95 % CI 2.50 % to 3.42 %).");
    }

    @Test
    void shouldDecideTheFailuresOfTheEngineByEachOfAFewRepetitions() throws IOException {
        RunFixture apart = new RunFixture(folder.resolve("apart"), RunFixture.plan(1, 1, 2, fewerThan(0.1)));
        repetition(apart, "case1", 1, 4, 0, 5);
        repetition(apart, "case1", 2, 4, 22, 5);
        RunFixture many = new RunFixture(folder.resolve("many"), RunFixture.plan(1, 1, 2, fewerThan(0.1)));
        repetition(many, "case1", 1, 4, 40, 5);
        repetition(many, "case1", 2, 4, 30, 5);

        assertThat(apart.analyze().cases().get(0).objectives().get(0).sentence())
                .isEqualTo(
                        "\"failures < 10 %\" is undecided: 7.50 % over 2 valid repetitions; 30 of 400 requests failed, 8 of"
                                + " them as the model plans (95 % CI 5.48 % to 10.2 %); by repetition 2.00 %, 13.0 %; more requests or"
                                + " repetitions may decide it.");
        assertThat(many.analyze().cases().get(0).objectives().get(0).state()).isEqualTo(ObjectiveResult.State.MISSED);
    }

    /** Clumps make the interval of its failures wide, which must not protect it. */
    @Test
    void shouldNotCallAnEngineBetterThatLosesMoreInClumps() throws IOException {
        RunFixture run = new RunFixture(folder, RunFixture.plan(2, 1, 6));
        for (int i = 1; i <= 6; i++) {
            repetition(run, "case1", i, 0, i == 3 ? 24 : 0, 5);
            repetition(run, "case2", i, 0, 0, 10);
        }

        PairResult pair = run.analyze().pairs().get(0);

        assertThat(pair.ratio().value()).isGreaterThan(1.5);
        assertThat(pair.verdict().state()).isEqualTo(PairVerdict.State.UNDECIDED);
        assertThat(pair.sentence()).contains("2.00 % of the requests");
    }
}
