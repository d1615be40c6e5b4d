package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.explore.TrialJudge;
import io.soabench.plan.CasePlan;
import io.soabench.plan.ConfigurationRecord;
import io.soabench.plan.ConfigurationRecord.Candidate;
import io.soabench.plan.ConfigurationRecord.Compared;
import io.soabench.plan.ConfigurationRecord.Verdict;
import io.soabench.plan.Execution;
import io.soabench.plan.ExploreRecord;
import io.soabench.plan.ExploreRecord.Figures;
import io.soabench.plan.ExploreRecord.Outcome;
import io.soabench.plan.ExploreRecord.Trial;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.RunRecord;
import io.soabench.plan.ServerPlan;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.WorkloadPlan;
import io.soabench.plan.sample.SamplePlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The course of a search for a configuration, with trials that a test answers. */
final class ConfigurationRunTest {

    private static final long BESIDE_MS = 5_000;
    private static final long MEASURE_MS = 1_000;
    private static final long HOUR_MS = 3_600_000;

    @TempDir
    private Path folder;

    private final List<String> lines = new ArrayList<>();
    private final TrialTime clock = new TrialTime();

    /** Configuration n answers in 10 + n ms, unless it fails. */
    private final class Server implements ConfigurationRun.Trials {

        private final List<String> run = new ArrayList<>();
        private final List<Plan> compared = new ArrayList<>();
        private final Set<Integer> missing = new HashSet<>();
        private final Set<Integer> useless = new HashSet<>();
        private int disturbances;
        private int interruptedAt = Integer.MAX_VALUE;

        @Override
        public Plan compile(int configuration, String stage, int factor, int repetition) {
            String engine = configuration == 0 ? "engine" : "engine-" + configuration;
            String workload = "web-" + stage;
            CasePlan testCase = SamplePlan.testCase("P-" + workload + "-" + engine, engine, "P", workload);
            run.add(stage + " " + configuration + " x" + factor + " #" + repetition);
            return SamplePlan.empty()
                    .withServers(List.of(SamplePlan.server(engine, "reference")))
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
            clock.nowMs += BESIDE_MS + MEASURE_MS;
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
                Files.createDirectories(trial.resolve("cases/" + only.caseId() + "/" + only.repetition()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            Json.write(trial.resolve("run.json"), record);
            Json.write(trial.resolve("plan.json"), plan);
            return record;
        }

        @Override
        public TrialJudge.Ranked rank(Path trial, Plan plan, Execution execution) {
            String engine = plan.caseOf(execution.caseId()).server();
            int configuration = engine.equals("engine") ? 0 : Integer.parseInt(engine.substring("engine-".length()));
            boolean disturbed = disturbances-- > 0;
            Outcome outcome = useless.contains(configuration)
                    ? Outcome.USELESS
                    : missing.contains(configuration) ? Outcome.MISSED : Outcome.MET;
            return new TrialJudge.Ranked(
                    new TrialJudge.Verdict(
                            outcome,
                            disturbed,
                            outcome == Outcome.MET ? "" : "it failed",
                            new Figures(100, 50.0, 0.0, 4.0, 4.0, 9.0, List.of())),
                    outcome == Outcome.USELESS ? null : (Double) (10.0 + configuration));
        }

        @Override
        public List<Compared> compare(Path run, Candidate selected, List<Candidate> others, ChoiceSentence sentence) {
            compared.add(Json.read(run.resolve("plan.json"), Plan.class));
            return others.stream()
                    .map(other -> new Compared(
                            selected.configuration(),
                            other.configuration(),
                            Verdict.BETTER,
                            11.0,
                            12.0,
                            0.8,
                            0.7,
                            0.9,
                            3,
                            sentence.against(other, "it is better", 11, 12)))
                    .toList();
        }
    }

    /** @param own whether the server's own configuration is the first of them, or none */
    private static ConfigurationSettings settings(int configurations, boolean own, long withinMs) {
        List<Candidate> candidates = new ArrayList<>();
        if (!own) {
            candidates.add(new Candidate(0, "engine", Map.of("workers", "0"), true));
        }
        for (int i = 1; i <= configurations; i++) {
            candidates.add(new Candidate(i, "engine-" + i, Map.of("workers", String.valueOf(i)), own && i == 1));
        }
        return new ConfigurationSettings(
                SamplePlan.ORIGIN,
                "Tuning",
                "engine",
                new ConfigurationSettings.Ranking(
                        "lowest average response-time", "response-time", StatisticFunction.AVERAGE, false, "ms"),
                List.of("failures < 1 %"),
                configurations,
                IntStream.rangeClosed(1, configurations).boxed().toList(),
                candidates,
                60,
                withinMs,
                3,
                0,
                MEASURE_MS,
                2);
    }

    private ConfigurationRun search(Server server, ConfigurationSettings settings) {
        return search(folder, server, settings);
    }

    private ConfigurationRun search(Path run, Server server, ConfigurationSettings settings) {
        try {
            Files.createDirectories(run);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new ConfigurationRun(settings, server, run, clock, lines::add);
    }

    private static ExploreRecord explored(Path run) {
        return Json.read(run.resolve("explore.json"), ExploreRecord.class);
    }

    @Test
    void shouldSelectTheBestAndConfirmItAgainstItsOwnAndTheSecond() {
        Server server = new Server();
        ConfigurationRun run = search(server, settings(6, false, HOUR_MS));

        assertThat(run.run()).isTrue();
        assertThat(run.problem()).isEmpty();

        ExploreRecord found = explored(folder);
        assertThat(run.found()).containsExactly(found);
        ConfigurationRecord configuration = found.configuration();
        assertThat(configuration.parameters()).isEqualTo(Map.of("workers", "1"));
        assertThat(configuration.rungs())
                .extracting(rung -> rung.tried().size())
                .containsExactly(6, 3);
        assertThat(configuration.rungs()).extracting(rung -> rung.measureMs()).containsExactly(1_000L, 2_000L);
        assertThat(configuration.confirmation().configurations()).containsExactly(0, 1, 2);
        assertThat(configuration.confirmation().measureMs()).isEqualTo(2_000);
        assertThat(found.trials()).hasSize(6 + 3 + 3 * 3);
        assertThat(server.run.subList(0, 6)).allMatch(line -> line.startsWith("rung-1 ") && line.endsWith(" x1 #1"));
        assertThat(server.run.subList(6, 9))
                .containsExactlyInAnyOrder("rung-2 1 x2 #1", "rung-2 2 x2 #1", "rung-2 3 x2 #1");
        for (int block = 1; block <= 3; block++) {
            assertThat(server.run.subList(6 + 3 * block, 9 + 3 * block))
                    .containsExactlyInAnyOrder(
                            "confirmation 0 x2 #" + block,
                            "confirmation 1 x2 #" + block,
                            "confirmation 2 x2 #" + block);
        }
        assertThat(found.ended()).isEqualTo("the confirmation is complete");
        assertThat(found.sentence())
                .isEqualTo(
                        "engine: of 6 configurations, workers 1 was selected for the lowest average response-time. In 3"
                                + " blocks after the selection: against the server's own configuration, workers 0 (11.0 ms"
                                + " against 12.0 ms on average), it is better; against the second of the selection, workers 2 (11.0"
                                + " ms against 12.0 ms on average), it is better");
        assertThat(lines.get(0))
                .isEqualTo("trial 1 of at most 18: rung 1 of 2, workers "
                        + found.trials().get(0).configuration());
        assertThat(lines.get(1))
                .startsWith(lines.get(0) + " met, average response-time is 1")
                .contains("; at most ")
                .endsWith(" left");
    }

    /** What has chosen a configuration must not tell how good it is: neither its trials nor their load are in the run. */
    @Test
    void shouldKeepTheTrialsOfTheSelectionOutOfTheRun() throws IOException {
        Server server = new Server();
        search(server, settings(6, false, HOUR_MS)).run();

        Plan plan = Json.read(folder.resolve("plan.json"), Plan.class);
        assertThat(server.compared).containsExactly(plan);
        assertThat(plan.workloads()).extracting(WorkloadPlan::name).containsExactly("web-confirmation");
        assertThat(plan.cases())
                .extracting(CasePlan::server)
                .containsExactlyInAnyOrder("engine", "engine-1", "engine-2");
        assertThat(plan.servers())
                .extracting(ServerPlan::name)
                .containsExactlyInAnyOrder("engine", "engine-1", "engine-2");
        assertThat(plan.order()).hasSize(9);
        try (Stream<Path> cases = Files.list(folder.resolve("cases"))) {
            assertThat(cases.map(each -> each.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "P-web-confirmation-engine", "P-web-confirmation-engine-1", "P-web-confirmation-engine-2");
        }
        for (Trial trial : explored(folder).trials()) {
            Path own = folder.resolve("trials/" + trial.trial() + "/cases/" + trial.caseId());
            assertThat(Files.exists(own)).as(trial.caseId()).isEqualTo(trial.selecting());
            assertThat(trial.caseId().contains("rung")).isEqualTo(trial.selecting());
        }
    }

    @Test
    void shouldConfirmTheOwnConfigurationAgainstTheSecondWhereItIsSelected() {
        Server server = new Server();
        ConfigurationRun run = search(server, settings(4, true, HOUR_MS));
        run.run();

        assertThat(run.found().get(0).configuration().confirmation().configurations())
                .containsExactly(1, 2);
        assertThat(run.found().get(0).trials()).hasSize(4 + 3 * 2);
        assertThat(run.found().get(0).sentence())
                .startsWith("engine: of 4 configurations, workers 1, which is the server's own, was selected for ")
                .contains("against the second of the selection, workers 2")
                .doesNotContain("against the server's own");
    }

    @Test
    void shouldGoOnWhereItWasInterrupted() {
        Server whole = new Server();
        ConfigurationRun uninterrupted = search(whole, settings(6, false, HOUR_MS));
        uninterrupted.run();
        for (int at : List.of(3, 8, 10, 14, 18)) {
            Path other = folder.resolve("at-" + at);
            Server first = new Server();
            first.interruptedAt = at;
            assertThat(search(other, first, settings(6, false, HOUR_MS)).run()).isFalse();
            assertThat(explored(other).trials()).hasSize(at - 1);
            assertThat(explored(other).ended()).isEmpty();

            Server second = new Server();
            ConfigurationRun goesOn = search(other, second, settings(6, false, HOUR_MS));
            assertThat(goesOn.run()).isTrue();

            assertThat(goesOn.found()).isEqualTo(uninterrupted.found());
            assertThat(second.run).isEqualTo(whole.run.subList(at - 1, whole.run.size()));
            assertThat(Json.read(other.resolve("plan.json"), Plan.class).order())
                    .isEqualTo(
                            Json.read(folder.resolve("plan.json"), Plan.class).order());
        }
    }

    @Test
    void shouldMeasureATrialAgainWhichSomethingElseDisturbed() {
        Server server = new Server();
        server.disturbances = 1;
        ConfigurationRun run = search(server, settings(2, true, HOUR_MS));
        run.run();

        assertThat(run.found().get(0).trials().get(0).attempt()).isEqualTo(2);
        assertThat(run.found().get(0).trials().subList(1, 8))
                .extracting(Trial::attempt)
                .containsOnly(1);
        assertThat(lines)
                .contains("other programs disturbed the trial; it is measured again, and the earlier results are kept");
    }

    /** What something else spoiled is not the configuration's fault: the confirmation tells. */
    @Test
    void shouldNotLeaveBehindWhatSomethingElseSpoiled() {
        Server server = new Server();
        server.useless.add(2);
        server.disturbances = Integer.MAX_VALUE;
        ConfigurationRun run = search(server, settings(2, true, HOUR_MS));
        run.run();

        assertThat(run.found().get(0).configuration().rungs().get(0).ranking()).containsExactly(1, 2);
        assertThat(run.found().get(0).configuration().confirmation().configurations())
                .containsExactly(1, 2);
        assertThat(run.found().get(0).sentence()).contains("1 of which could not be measured, workers 1");
    }

    @Test
    void shouldBeAProblemThatAllWereSpoiled() {
        Server server = new Server();
        server.useless.addAll(List.of(1, 2));
        server.disturbances = Integer.MAX_VALUE;
        ConfigurationRun run = search(server, settings(2, true, HOUR_MS));
        run.run();

        assertThat(run.problem()).isEqualTo("engine: no configuration could be measured: it failed");
    }

    @Test
    void shouldLeaveWhatFailsBehindWithItsReason() {
        Server server = new Server();
        server.missing.add(1);
        server.useless.add(2);
        ConfigurationRun run = search(server, settings(4, false, HOUR_MS));
        run.run();

        ConfigurationRecord found = run.found().get(0).configuration();
        assertThat(found.parameters()).isEqualTo(Map.of("workers", "3"));
        assertThat(found.rungs().get(0).ranking()).containsExactly(3, 4, 1, 2);
        assertThat(run.found().get(0).trials())
                .filteredOn(trial -> trial.configuration() == 1 || trial.configuration() == 2)
                .hasSize(2)
                .extracting(Trial::reason)
                .containsOnly("it failed");
        assertThat(run.found().get(0).sentence())
                .startsWith(
                        "engine: of 4 configurations, 1 of which could not be measured, workers 3 was selected for ");
    }

    @Test
    void shouldSayThatNoneKeptWhatIsExpected() {
        Server server = new Server();
        server.missing.addAll(List.of(1, 2, 3, 4));
        ConfigurationRun run = search(server, settings(4, false, HOUR_MS));

        assertThat(run.run()).isTrue();
        assertThat(run.problem()).isEmpty();
        assertThat(explored(folder).sentence())
                .isEqualTo("engine: none of 4 configurations kept its objectives, failures < 1 %");
        assertThat(explored(folder).configuration().parameters()).isNull();
        assertThat(explored(folder).configuration().confirmation()).isNull();
        assertThat(Json.read(folder.resolve("plan.json"), Plan.class).cases()).isEmpty();
    }

    @Test
    void shouldBeAProblemThatNoneCouldBeMeasured() {
        Server server = new Server();
        server.useless.addAll(List.of(1, 2, 3, 4));
        ConfigurationRun run = search(server, settings(4, false, HOUR_MS));
        run.run();

        assertThat(run.problem()).isEqualTo("engine: no configuration could be measured: it failed");
        assertThat(Json.read(folder.resolve("run.json"), RunRecord.class).state())
                .isEqualTo(RunRecord.State.FAILED);
    }

    @Test
    void shouldSayThatOneAloneIsNotConfirmed() {
        Server server = new Server();
        server.missing.addAll(List.of(2, 3, 4));
        ConfigurationRun run = search(server, settings(4, true, HOUR_MS));
        run.run();

        assertThat(run.found().get(0).trials()).hasSize(4);
        assertThat(run.found().get(0).sentence())
                .endsWith("; it is not confirmed, because no other configuration is left to compare it with");
    }

    @Test
    void shouldSayHowFarItCameWhenTimeWasShort() {
        ConfigurationRun early = search(folder.resolve("early"), new Server(), settings(6, false, 20_000));
        early.run();
        assertThat(early.found().get(0).trials()).hasSize(3);
        assertThat(early.found().get(0).sentence())
                .isEqualTo(
                        "engine: the configuration with the lowest average response-time of 6 configurations is unknown, because"
                                + " another trial would exceed the limit of 20 s; the selection came to rung 1 of 2");

        // 9 trials select; a block of the confirmation has 3.
        ConfigurationRun late = search(folder.resolve("late"), new Server(), settings(6, false, 92_000));
        late.run();
        assertThat(late.found().get(0).trials()).hasSize(15);
        assertThat(late.found().get(0).sentence())
                .contains("it is better")
                .endsWith("; it ended early, because another trial would exceed the limit of 92 s");

        ConfigurationRun between = search(folder.resolve("between"), new Server(), settings(6, false, 56_000));
        between.run();
        assertThat(between.found().get(0).trials()).hasSize(9);
        assertThat(between.found().get(0).sentence())
                .startsWith("engine: of 6 configurations, workers 1 was selected for ")
                .contains("; it is not confirmed, because another trial would exceed the limit of 56 s");
    }
}
