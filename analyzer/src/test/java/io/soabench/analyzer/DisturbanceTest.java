package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.CaseUsability;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.RepetitionResult.Verdict;
import io.soabench.plan.CallTree;
import io.soabench.plan.Comparison;
import io.soabench.plan.EnvironmentRecord.Surroundings;
import io.soabench.plan.Json;
import io.soabench.plan.MetricUnit;
import io.soabench.plan.ObjectivePlan;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;
import io.soabench.plan.sample.SampleEnvironment;
import io.soabench.plan.sample.SamplePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is concluded of repetitions during which other programs took processors. */
final class DisturbanceTest {

    private static final double QUIET = 0.02;

    @TempDir
    private Path folder;

    private static RunFixture fixture(Path run, int engines, int repetitions) {
        return new RunFixture(run, RunFixture.plan(engines, CallTree.sequence(List.of()), repetitions));
    }

    private static Plan open(int engines, int repetitions) {
        return RunFixture.plan(engines, CallTree.sequence(List.of()), repetitions)
                .withWorkloads(List.of(SamplePlan.open("office", 100)));
    }

    private static void surroundings(RunFixture run, String caseId, int repetition, double foreign, double idle) {
        Json.write(
                run.folder(caseId, repetition).resolve("environment.json"),
                SampleEnvironment.around(List.of(), new Surroundings(20, foreign, 0, idle, 0, List.of())));
    }

    /** A hundred requests a second arrive, and each takes half a second longer than the one a second before it. */
    private static void overloaded(RunFixture run, String caseId, int repetition, double foreign, double idle)
            throws IOException {
        RunFixture.Repetition written = run.repetition(caseId, repetition).open();
        for (int n = 0; n < 1_000; n++) {
            written.request("office.1." + (n + 1), n * 10, 5 + n * 5, "OK");
        }
        written.write();
        surroundings(run, caseId, repetition, foreign, idle);
    }

    /** One client, a request of that length after the other. */
    private static void steady(RunFixture run, String caseId, int repetition, double ms, double foreign)
            throws IOException {
        RunFixture.Repetition written = run.repetition(caseId, repetition);
        for (int n = 0; n * 20 < 10_000; n++) {
            written.request("office.1." + (n + 1), n * 20, ms + n % 3 * 0.1, "OK");
        }
        written.write();
        surroundings(run, caseId, repetition, foreign, 1 - foreign - 0.2);
    }

    @Test
    void shouldNotCallAnEngineSaturatedThatOtherProgramsStarved() throws IOException {
        RunFixture run = new RunFixture(folder, open(2, 3));
        for (int i = 1; i <= 3; i++) {
            overloaded(run, "case1", i, 0.91, 0.02);
            overloaded(run, "case2", i, 0.91, 0.02);
        }

        Analysis analysis = run.analyze();

        CaseResult one = analysis.cases().get(0);
        assertThat(one.repetitions()).allSatisfy(r -> {
            assertThat(r.verdict()).isEqualTo(Verdict.INVALID);
            assertThat(r.disturbed()).isTrue();
        });
        assertThat(one.usability().state()).isEqualTo(CaseUsability.State.NONE);
        assertThat(one.usability().why())
                .isEqualTo("it is unknown whether the engine keeps up, because other programs took 91.0 %"
                        + " of the processors");
        assertThat(analysis.pairs().get(0).sentence())
                .contains("both have no valid repetition (other programs took 91.0 % of the processors)");
        assertThat(analysis.sentences())
                .noneMatch(s -> s.contains("did not keep up"))
                .anyMatch(s -> s.startsWith(
                        "During all 6 repetitions, other programs took 91.0 % of the processors: there is no result"));
    }

    @Test
    void shouldCallAnEngineSaturatedThatHadTheProcessorsItNeeded() throws IOException {
        RunFixture run = new RunFixture(folder, open(2, 2));
        for (int i = 1; i <= 2; i++) {
            overloaded(run, "case1", i, QUIET, 0.01);
            // Others took a little, and processors were idle beside.
            overloaded(run, "case2", i, 0.12, 0.4);
        }

        assertThat(run.analyze().cases())
                .extracting(one -> one.usability().state())
                .containsOnly(CaseUsability.State.SATURATED);
    }

    @Test
    void shouldLeaveOutARepetitionThatIsNotMatchedByItsBlock() throws IOException {
        RunFixture run = fixture(folder, 2, 3);
        for (int i = 1; i <= 3; i++) {
            steady(run, "case1", i, 5, i == 3 ? 0.6 : QUIET);
            steady(run, "case2", i, i == 2 ? 17 : 6, i >= 2 ? 0.6 : QUIET);
        }

        List<CaseResult> cases = run.analyze().cases();

        assertThat(cases.get(0).repetitions())
                .extracting(RepetitionResult::verdict)
                .containsExactly(Verdict.VALID, Verdict.VALID, Verdict.VALID);
        assertThat(cases.get(1).repetitions())
                .extracting(RepetitionResult::verdict)
                .as("the second is alone, the third as busy as that of the other engine")
                .containsExactly(Verdict.VALID, Verdict.INVALID, Verdict.VALID);
        assertThat(cases.get(1).repetitions().get(1).disturbed()).isTrue();
        assertThat(RunFixture.violations(cases.get(1).repetitions().get(1)))
                .singleElement()
                .asString()
                .startsWith("Other programs took 60.0 % of the processors")
                .endsWith(" In repetitions that it is compared with they took at most 25.0 %.");
    }

    @Test
    void shouldCompareTheRepetitionsOfASingleEngineWithEachOther() throws IOException {
        RunFixture mixed = fixture(folder.resolve("mixed"), 1, 2);
        steady(mixed, "case1", 1, 17, 0.7);
        steady(mixed, "case1", 2, 5, QUIET);
        RunFixture busy = fixture(folder.resolve("busy"), 1, 2);
        steady(busy, "case1", 1, 17, 0.7);
        steady(busy, "case1", 2, 16, 0.6);

        assertThat(mixed.analyze().cases().get(0).repetitions())
                .extracting(RepetitionResult::verdict)
                .containsExactly(Verdict.INVALID, Verdict.VALID);
        assertThat(busy.analyze().cases().get(0).repetitions())
                .extracting(RepetitionResult::verdict)
                .as("a machine that is always busy has no others")
                .containsExactly(Verdict.VALID, Verdict.VALID);
    }

    @Test
    void shouldHaveOneLineForOneCause() throws IOException {
        RunFixture run = new RunFixture(folder, open(2, 3));
        for (int i = 1; i <= 3; i++) {
            overloaded(run, "case1", i, 0.91, 0.02);
            overloaded(run, "case2", i, 0.91, 0.02);
        }

        assertThat(run.analyze().lines())
                .filteredOn(sentence -> sentence.contains(", repetition "))
                .singleElement()
                .asString()
                .startsWith("6 repetitions do not count, because the machine was busy (")
                .contains("). For example, case1, repetition 1: ");
        assertThat(run.analyze().sentences().get(0))
                .startsWith("0 of 6 repetitions are valid, 6 disturbed by a busy machine;")
                .doesNotContain("not valid");
        assertThat(RunFixture.verdict(folder).path("verdict").asText()).isEqualTo("undecided");
        assertThat(RunFixture.verdict(folder).path("disturbed").asBoolean()).isTrue();
    }

    @Test
    void shouldNameEachOfTwoThatAreDisturbed() throws IOException {
        RunFixture run = new RunFixture(folder, open(1, 2));
        overloaded(run, "case1", 1, 0.91, 0.02);
        overloaded(run, "case1", 2, 0.91, 0.02);

        assertThat(run.analyze().lines())
                .filteredOn(sentence -> sentence.startsWith("case1, repetition "))
                .hasSize(2);
    }

    @Test
    void shouldNotBlameADisturbanceForAPairThatNothingDisturbed() throws IOException {
        RunFixture run = fixture(folder, 2, 3);
        for (int i = 1; i <= 3; i++) {
            steady(run, "case1", i, 10 + i, QUIET);
            steady(run, "case2", i, 14 - i, QUIET);
        }
        run.analyze();

        assertThat(RunFixture.verdict(folder).path("verdict").asText()).isEqualTo("undecided");
        assertThat(RunFixture.verdict(folder).has("disturbed")).isFalse();
    }

    /** What a busy machine left undecided is one sentence, and nothing of it counts against the engine. */
    @Test
    void shouldDecideNoExpectationByABusyMachine() throws IOException {
        ObjectivePlan quick = new ObjectivePlan(
                "response-time",
                StatisticFunction.MEDIAN,
                Target.CASE,
                Comparison.LESS,
                1,
                MetricUnit.SECOND,
                "median response-time < 1 s");
        Plan plan = open(2, 3);
        RunFixture run = new RunFixture(
                folder,
                plan.withCases(plan.cases().stream()
                        .map(one -> one.withObjectives(List.of(quick)))
                        .toList()));
        for (int i = 1; i <= 3; i++) {
            overloaded(run, "case1", i, 0.91, 0.02);
            overloaded(run, "case2", i, 0.91, 0.02);
        }

        Analysis analysis = run.analyze();

        assertThat(analysis.undecided()).hasSize(2);
        assertThat(analysis.undecidedTogether())
                .containsExactly(
                        "2 expectations are undecided, because no repetition of their cases counts (case1, case2): the machine"
                                + " was busy.");
        assertThat(analysis.unmet()).isEmpty();
        assertThat(Files.readString(RunFiles.summary(folder)))
                .contains(
                        "other programs took 91.0 %",
                        "#1: disturbed by a busy machine.", "Repetitions that do not count:")
                .doesNotContain("❌", "not valid");
    }
}
