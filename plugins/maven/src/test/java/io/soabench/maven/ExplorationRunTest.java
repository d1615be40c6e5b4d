package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.explore.TrialJudge;
import io.soabench.model.ExpandedCase;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.TestbedFactory;
import io.soabench.plan.CasePlan;
import io.soabench.plan.Execution;
import io.soabench.plan.ExploreRecord;
import io.soabench.plan.ExploreRecord.Figures;
import io.soabench.plan.ExploreRecord.Found;
import io.soabench.plan.ExploreRecord.Outcome;
import io.soabench.plan.ExploreRecord.Trial;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.RunRecord;
import io.soabench.plan.sample.SamplePlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The course of an exploration, with trials that a test answers. */
final class ExplorationRunTest {

    private static final long TRIAL_MS = 10_000;
    private static final long HOUR_MS = 3_600_000;

    @TempDir
    private Path folder;

    private final List<String> lines = new ArrayList<>();
    private final TrialTime clock = new TrialTime();

    /** Systems of which the capacity is known, by engine. */
    private final class Systems implements ExplorationRun.Trials {

        private final Map<String, Double> capacities;
        private final List<String> run = new ArrayList<>();
        private int disturbances;
        private int uselessFrom = Integer.MAX_VALUE;
        private int interruptedAt = Integer.MAX_VALUE;

        Systems(Map<String, Double> capacities) {
            this.capacities = capacities;
        }

        @Override
        public Plan compile(ExpandedCase cell, BigDecimal load, int repetition) {
            String engine = cell.server().map(Server::getName).orElse("");
            String workload = "web-" + load.toPlainString();
            CasePlan testCase = SamplePlan.testCase("P-" + workload + "-" + engine, engine, "P", workload);
            return SamplePlan.empty()
                    .withWorkloads(List.of(SamplePlan.closed(workload, 1)))
                    .withCases(
                            List.of(testCase.withSchedule(testCase.schedule().withRepetitions(repetition))),
                            IntStream.rangeClosed(1, repetition)
                                    .mapToObj(n -> new Execution(testCase.id(), n))
                                    .toList());
        }

        @Override
        public RunRecord run(Plan plan, Path trial) {
            Execution only = plan.order().get(0);
            assertThat(plan.order()).hasSize(1);
            run.add(only.caseId() + " " + only.repetition());
            clock.nowMs += TRIAL_MS;
            RunRecord.State state =
                    run.size() == interruptedAt ? RunRecord.State.INTERRUPTED : RunRecord.State.COMPLETED;
            RunRecord record = new RunRecord(
                    trial.getFileName().toString(),
                    plan.origin(),
                    "fake",
                    clock.now().toString(),
                    clock.now().toString(),
                    state,
                    "",
                    List.of(new RunRecord.ExecutionRecord(only.caseId(), only.repetition(), state, "clean", "")));
            try {
                Path repetition =
                        Files.createDirectories(trial.resolve("cases/" + only.caseId() + "/" + only.repetition()));
                Files.writeString(
                        repetition.resolve("marker"), trial.getFileName().toString());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            Json.write(trial.resolve("run.json"), record);
            Json.write(trial.resolve("plan.json"), plan);
            return record;
        }

        @Override
        public TrialJudge.Verdict judge(Path trial, Plan plan, Execution execution) {
            CasePlan testCase = plan.caseOf(execution.caseId());
            double load = Double.parseDouble(testCase.workload().substring("web-".length()));
            boolean disturbed = disturbances > 0;
            disturbances--;
            Outcome outcome = load > capacities.get(testCase.server()) ? Outcome.MISSED : Outcome.MET;
            return new TrialJudge.Verdict(
                    run.size() >= uselessFrom ? Outcome.USELESS : outcome,
                    disturbed,
                    "p99 9 ms",
                    new Figures(100, load, 0.0, 4.0, 4.0, 9.0, List.of()));
        }
    }

    private static ExpandedCase cell(String engine) {
        Server server = TestbedFactory.eINSTANCE.createServer();
        server.setName(engine);
        return new ExpandedCase("P", null, null, Optional.of(server), List.of(), null, List.of(), Map.of());
    }

    private static ExplorationSettings settings(int most, long withinMs) {
        return new ExplorationSettings(
                SamplePlan.ORIGIN,
                "Capacity",
                new ExploreRecord.Load(BigDecimal.valueOf(50), BigDecimal.valueOf(5000), "/s"),
                most,
                withinMs,
                0.4,
                TRIAL_MS,
                2,
                List.of("p99 response-time < 200 ms"));
    }

    private ExplorationRun exploration(Systems systems, ExplorationSettings settings, String... engines) {
        return exploration(folder, systems, settings, engines);
    }

    private ExplorationRun exploration(Path run, Systems systems, ExplorationSettings settings, String... engines) {
        try {
            Files.createDirectories(run);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<ExpandedCase> cells =
                List.of(engines).stream().map(ExplorationRunTest::cell).toList();
        return new ExplorationRun(settings, cells, systems, run, clock, lines::add);
    }

    private static ExploreRecord explored(Path run) {
        return Json.read(run.resolve("explore.json"), ExploreRecord.class);
    }

    @Test
    void shouldFindTheLoadAndKeepAllTrialsAsRepetitionsOfOneRun() {
        ExplorationRun run = exploration(new Systems(Map.of("a", 700.0)), settings(20, HOUR_MS), "a");

        assertThat(run.run()).isTrue();
        assertThat(run.problem()).isEmpty();

        ExploreRecord found = explored(folder);
        assertThat(run.found()).containsExactly(found);
        assertThat(found.found()).isEqualTo(Found.BETWEEN);
        assertThat(found.load().low().doubleValue()).isBetween(400.0, 700.0);
        assertThat(found.load().high().doubleValue()).isBetween(700.0, 1000.0);
        assertThat(found.sentence())
                .startsWith("a: p99 response-time < 200 ms is met up to a load between ")
                .doesNotContain("less exactly");
        assertThat(found.trials()).extracting(Trial::durationMs).containsOnly(TRIAL_MS);
        Plan plan = Json.read(folder.resolve("plan.json"), Plan.class);
        RunRecord record = Json.read(folder.resolve("run.json"), RunRecord.class);
        assertThat(record.state()).isEqualTo(RunRecord.State.COMPLETED);
        assertThat(plan.order()).hasSize(found.trials().size()).doesNotHaveDuplicates();
        assertThat(record.executions()).hasSize(found.trials().size());
        for (Trial trial : found.trials()) {
            assertThat(folder.resolve("cases/" + trial.caseId() + "/" + trial.repetition() + "/marker"))
                    .hasContent(Integer.toString(trial.trial()));
            assertThat(plan.order()).contains(new Execution(trial.caseId(), trial.repetition()));
            assertThat(plan.workloadOf(plan.caseOf(trial.caseId()).workload()).name())
                    .isEqualTo("web-" + trial.load().toPlainString());
        }
        assertThat(plan.cases())
                .allSatisfy(each -> assertThat(each.schedule().repetitions()).isEqualTo((int) plan.order().stream()
                        .filter(of -> of.caseId().equals(each.id()))
                        .count()));
        assertThat(lines.get(0)).isEqualTo("trial 1 of at most 20: 50 /s");
        assertThat(lines.get(1))
                .startsWith("trial 1 of at most 20: 50 /s met, p99 9 ms; ")
                .endsWith("; at most 4 min left");
    }

    @Test
    void shouldGoOnWhereItWasInterrupted() {
        ExplorationRun uninterrupted = exploration(new Systems(Map.of("a", 700.0)), settings(20, HOUR_MS), "a");
        uninterrupted.run();
        List<Trial> expected = uninterrupted.found().get(0).trials();
        Path other = folder.resolve("other");

        Systems first = new Systems(Map.of("a", 700.0));
        first.interruptedAt = 4;
        assertThat(exploration(other, first, settings(20, HOUR_MS), "a").run()).isFalse();
        assertThat(explored(other).trials()).hasSize(3);

        Systems second = new Systems(Map.of("a", 700.0));
        ExplorationRun goesOn = exploration(other, second, settings(20, HOUR_MS), "a");
        assertThat(goesOn.run()).isTrue();

        assertThat(goesOn.found().get(0).trials()).isEqualTo(expected);
        assertThat(second.run).hasSize(expected.size() - 3);
        assertThat(Json.read(other.resolve("plan.json"), Plan.class).order())
                .isEqualTo(Json.read(folder.resolve("plan.json"), Plan.class).order());
    }

    @Test
    void shouldTakeOverWhatATrialMeasuredWhenThatWasInterrupted() throws IOException {
        ExplorationRun run = exploration(new Systems(Map.of("a", 700.0)), settings(2, HOUR_MS), "a");
        run.run();
        Trial last = run.found().get(0).trials().get(1);
        Path repetition = folder.resolve("cases/" + last.caseId() + "/" + last.repetition());
        Path back = folder.resolve("trials/2/cases/" + last.caseId() + "/" + last.repetition());
        Files.createDirectories(back.getParent());
        Files.move(repetition, back);
        Plan before = Json.read(folder.resolve("plan.json"), Plan.class);

        assertThat(exploration(new Systems(Map.of("a", 700.0)), settings(2, HOUR_MS), "a")
                        .run())
                .isTrue();

        assertThat(repetition.resolve("marker")).hasContent("2");
        assertThat(Json.read(folder.resolve("plan.json"), Plan.class)).isEqualTo(before);
        assertThat(Json.read(folder.resolve("run.json"), RunRecord.class).executions())
                .hasSize(2);
    }

    @Test
    void shouldMeasureATrialAgainWhichSomethingElseDisturbedButOnlySoOften() {
        Systems once = new Systems(Map.of("a", 700.0));
        once.disturbances = 1;
        ExplorationRun run = exploration(once, settings(2, HOUR_MS), "a");
        run.run();

        assertThat(run.found().get(0).trials()).extracting(Trial::attempt).containsExactly(2, 1);
        assertThat(once.run).hasSize(3);

        Systems always = new Systems(Map.of("a", 700.0));
        always.disturbances = Integer.MAX_VALUE;
        ExplorationRun busy = exploration(folder.resolve("busy"), always, settings(1, HOUR_MS), "a");
        busy.run();

        assertThat(busy.found().get(0).trials()).extracting(Trial::attempt).containsExactly(3);
    }

    @Test
    void shouldStopAtTheNumberOfTrialsAndAtTheTime() {
        ExplorationRun few = exploration(new Systems(Map.of("a", 700.0)), settings(4, HOUR_MS), "a");
        few.run();
        assertThat(few.found().get(0).trials()).hasSize(4);
        assertThat(few.found().get(0).ended()).isEqualTo("there were 4 trials, as many as there may be");
        assertThat(few.found().get(0).sentence()).endsWith("less precisely than the exploration asks for");

        ExplorationRun brief =
                exploration(folder.resolve("brief"), new Systems(Map.of("a", 700.0)), settings(20, 35_000), "a");
        brief.run();
        assertThat(brief.found().get(0).trials()).hasSize(3);
        assertThat(brief.found().get(0).ended()).isEqualTo("another trial would exceed the limit of 35 s");
    }

    @Test
    void shouldGiveUpWhenTrialsAreOfNoUse() {
        Systems systems = new Systems(Map.of("a", 700.0));
        systems.uselessFrom = 3;
        ExplorationRun run = exploration(systems, settings(20, HOUR_MS), "a");
        run.run();

        assertThat(run.found().get(0).trials()).hasSize(4);
        assertThat(run.problem()).isEqualTo("a: 2 trials in a row had no result: p99 9 ms");
        assertThat(Json.read(folder.resolve("run.json"), RunRecord.class).state())
                .isEqualTo(RunRecord.State.FAILED);
    }

    @Test
    void shouldSayNothingOfALoadWhenNoTrialWasOfUse() {
        Systems systems = new Systems(Map.of("a", 700.0));
        systems.uselessFrom = 1;
        ExplorationRun run = exploration(systems, settings(20, HOUR_MS), "a");
        run.run();

        assertThat(run.found().get(0).sentence())
                .isEqualTo("a: the load up to which p99 response-time < 200 ms is met is unknown after 2 trials");
    }

    @Test
    void shouldLetEnginesTakeTurnsAndWriteAFileForEach() {
        Systems systems = new Systems(Map.of("a", 20.0, "b", 99_999.0));
        exploration(systems, settings(20, HOUR_MS), "a", "b").run();

        assertThat(systems.run.subList(0, 4))
                .containsExactly("P-web-50-a 1", "P-web-50-b 1", "P-web-50-a 2", "P-web-108-b 1");
        ExploreRecord a = Json.read(folder.resolve("explore-a.json"), ExploreRecord.class);
        ExploreRecord b = Json.read(folder.resolve("explore-b.json"), ExploreRecord.class);
        assertThat(folder.resolve("explore.json")).doesNotExist();
        assertThat(a.sentence())
                .startsWith("a: p99 response-time < 200 ms is already missed at 50 /s (")
                .endsWith(" %, after 2 trials)");
        assertThat(a.load().low()).isNull();
        assertThat(b.sentence()).startsWith("b: p99 response-time < 200 ms is still met at 5000 /s (");
        assertThat(b.load().high()).isNull();
    }
}
