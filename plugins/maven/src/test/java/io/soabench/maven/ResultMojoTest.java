package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.analyzer.Analysis;
import io.soabench.analyzer.Analyzer;
import io.soabench.analyzer.cases.ObjectiveResult;
import io.soabench.analyzer.sample.SampleRun;
import io.soabench.plan.CasePlan;
import io.soabench.plan.Comparison;
import io.soabench.plan.Json;
import io.soabench.plan.MetricUnit;
import io.soabench.plan.ObjectivePlan;
import io.soabench.plan.Plan;
import io.soabench.plan.RunRecord;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.plugin.MojoFailureException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What makes a build fail. */
final class ResultMojoTest {

    @TempDir
    private Path folder;

    private static ObjectivePlan expect(String metric, Comparison comparison, double limit, String text) {
        return new ObjectivePlan(
                metric, StatisticFunction.MAX, Target.CASE, comparison, limit, MetricUnit.SECOND, text);
    }

    private List<String> failures(ObjectivePlan... objectives) {
        Path run = folder.resolve("run");
        SampleRun.write(run, 42, new SampleRun.Shape().engines(1).measureS(5).defects(false));
        Plan plan = Json.read(run.resolve("plan.json"), Plan.class);
        List<CasePlan> cases = plan.cases().subList(0, 1).stream()
                .map(c -> c.withObjectives(List.of(objectives)))
                .toList();
        Json.write(run.resolve("plan.json"), plan.withCases(cases));
        Analysis analysis = Analyzer.analyze(run);
        String about = cases.get(0).id() + ": \"";
        assertThat(analysis.unmet())
                .hasSize(analysis.objectives(ObjectiveResult.State.MISSED).size()
                        + analysis.objectives(ObjectiveResult.State.UNMEASURED).size())
                .allSatisfy(sentence -> assertThat(sentence).startsWith(about));
        return reasons(run, analysis, false);
    }

    private static List<String> reasons(Path run, Analysis analysis, boolean strict) {
        return ResultMojo.reasons(run, Json.read(run.resolve("run.json"), RunRecord.class), analysis, strict);
    }

    private Path sample(SampleRun.Shape shape, ObjectivePlan... objectives) {
        Path run = folder.resolve("sample");
        SampleRun.write(run, 42, shape);
        Plan plan = Json.read(run.resolve("plan.json"), Plan.class);
        Json.write(
                run.resolve("plan.json"),
                plan.withCases(plan.cases().stream()
                        .map(c -> c.withObjectives(List.of(objectives)))
                        .toList()));
        return run;
    }

    @Test
    void shouldOnlyWarnOfAnUndecidedObjectiveUnlessItIsStrict() {
        ObjectivePlan average = new ObjectivePlan(
                "response-time",
                StatisticFunction.AVERAGE,
                Target.CASE,
                Comparison.LESS,
                1_000,
                MetricUnit.SECOND,
                "response-time < 1000 s");
        Path run = sample(
                new SampleRun.Shape().engines(1).repetitions(1).measureS(5).defects(false), average);
        Analysis analysis = Analyzer.analyze(run);
        int cases = analysis.cases().size();

        assertThat(ResultMojo.doubts(analysis)).containsExactly(cases + " expectations undecided");
        assertThat(reasons(run, analysis, false)).isEmpty();
        assertThat(reasons(run, analysis, true)).containsExactly(cases + " expectations undecided");
    }

    @Test
    void shouldOnlyWarnOfDisturbedRepetitionsUnlessItIsStrict() {
        Path run = sample(new SampleRun.Shape().engines(1).measureS(5));
        Analysis analysis = Analyzer.analyze(run);
        int disturbed = analysis.disturbed().size();

        assertThat(disturbed).isPositive();
        String words = disturbed + (disturbed == 1 ? " repetition" : " repetitions") + " disturbed";
        assertThat(ResultMojo.doubts(analysis)).containsExactly(words);
        // Others are invalid for reasons of their own.
        assertThat(reasons(run, analysis, false)).isNotEmpty().noneMatch(reason -> reason.contains("disturbed"));
        assertThat(reasons(run, analysis, true)).contains(words);
    }

    @Test
    void shouldRefuseWishesForTheReportThatDoNotExist() throws MojoFailureException {
        ReportMojo goal = new ReportMojo();
        goal.details = "true";
        goal.traces = 10;
        assertThat(goal.wanted()).isEqualTo(new ReportProgram.Wanted("yes", false, 10));

        goal.traces = -1;
        assertThatThrownBy(goal::wanted).hasMessageStartingWith("-Dsoabench.report.traces is -1; use a number from 0");
        goal.details = "yes";
        assertThatThrownBy(goal::wanted)
                .isInstanceOf(MojoFailureException.class)
                .hasMessage("-Dsoabench.report.details is \"yes\"; use html, true or false");
    }

    @Test
    void shouldFailNoBuildWhenAllObjectivesAreMet() {
        assertThat(failures(expect("response-time", Comparison.AT_LEAST, 0, "max response-time >= 0 s")))
                .isEmpty();
    }

    @Test
    void shouldFailTheBuildWhenAnObjectiveIsMissed() {
        assertThat(failures(expect("response-time", Comparison.LESS, 0, "max response-time < 0 s")))
                .containsExactly("1 expectation missed");
    }

    @Test
    void shouldFailTheBuildWhenNothingWasMeasuredForAnObjective() {
        assertThat(failures(
                        expect("joy", Comparison.LESS, 1, "max joy < 1"),
                        expect("response-time", Comparison.LESS, 0, "max response-time < 0 s")))
                .containsExactly("1 expectation missed", "1 expectation not measured");
    }
}
