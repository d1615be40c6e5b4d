package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.analyzer.answers.Answer;
import io.soabench.analyzer.answers.Headline;
import io.soabench.analyzer.answers.Headlines;
import io.soabench.analyzer.cases.CaseComparisons;
import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.EngineDurabilities;
import io.soabench.analyzer.cases.EngineHosts;
import io.soabench.analyzer.cases.MetricComparison;
import io.soabench.analyzer.cases.PairResult;
import io.soabench.analyzer.cases.PairVerdict;
import io.soabench.analyzer.cases.RankTest;
import io.soabench.analyzer.compare.Difference;
import io.soabench.analyzer.compare.RunsComparison;
import io.soabench.plan.CallTree;
import io.soabench.plan.CasePlan;
import io.soabench.plan.EnvironmentRecord.DurabilityRecord;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.WorkloadPlan;
import io.soabench.plan.sample.SampleEnvironment;
import io.soabench.plan.sample.SamplePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Closed loads that take all of an engine: their response times are a matter of the number of clients. */
final class CapacityTest {

    private static final int REPETITIONS = 4;
    private static final double THINK_MS = 1_000;
    private static final double END_MS = 10_000;
    private static final double WARM_UP_MS = 2_000;

    /** Processors of the host of each simulated engine. */
    private static final int PROCESSORS = 2;

    @TempDir
    private Path folder;

    /**
     * An engine that works on so many requests at a time, each for a time that is drawn.
     *
     * @param servers 0 for one that needs as long for any number of requests
     */
    record Engine(int servers, double serviceMs) {}

    /** A client that begins to wait. */
    private record Arrival(double atMs, int client, int number) {}

    private static double exponential(Random random, double mean) {
        return -mean * Math.log(1 - random.nextDouble());
    }

    /** Clients that think and wait in turn for their place in the queue of the engine. */
    static void simulate(RunFixture.Repetition repetition, String load, int clients, Engine engine, long seed)
            throws IOException {
        Random random = new Random(seed);
        PriorityQueue<Arrival> arrivals = new PriorityQueue<>((a, b) -> Double.compare(a.atMs(), b.atMs()));
        for (int client = 1; client <= clients; client++) {
            arrivals.add(new Arrival(exponential(random, THINK_MS) - WARM_UP_MS, client, 1));
        }
        PriorityQueue<Double> free = new PriorityQueue<>();
        for (int server = 0; server < engine.servers(); server++) {
            free.add(-WARM_UP_MS);
        }
        while (!arrivals.isEmpty() && arrivals.peek().atMs() < END_MS) {
            Arrival next = arrivals.poll();
            double begin = engine.servers() == 0 ? next.atMs() : Math.max(next.atMs(), free.poll());
            double end = begin + exponential(random, engine.serviceMs());
            if (engine.servers() > 0) {
                free.add(end);
            }
            repetition.request(load + "." + next.client() + "." + next.number(), next.atMs(), end - next.atMs(), "OK");
            arrivals.add(new Arrival(end + exponential(random, THINK_MS), next.client(), next.number() + 1));
        }
        repetition.write();
    }

    /** A run of all engines, named e1, e2 …, under loads that are named by their numbers of clients. */
    private Analysis run(List<Engine> engines, int... clients) throws IOException {
        return run(folder, engines, clients);
    }

    private static Analysis run(Path folder, List<Engine> engines, int... clients) throws IOException {
        return run(folder, UnaryOperator.identity(), engines, clients);
    }

    /** @param change change of each case of the plan */
    private static Analysis run(Path folder, UnaryOperator<CasePlan> change, List<Engine> engines, int... clients)
            throws IOException {
        Plan one = RunFixture.plan(engines.size(), CallTree.sequence(List.of()), REPETITIONS);
        List<CasePlan> cases = new ArrayList<>();
        List<WorkloadPlan> workloads = new ArrayList<>();
        for (int number : clients) {
            workloads.add(SamplePlan.closed("w" + number, number));
            for (int e = 1; e <= engines.size(); e++) {
                cases.add(
                        change.apply(SamplePlan.testCase("c" + number + "-" + e, "engine" + e, "Process", "w" + number)
                                .withSchedule(one.cases().get(0).schedule())));
            }
        }
        RunFixture fixture = new RunFixture(folder, one.withWorkloads(workloads).withCases(cases));
        for (CasePlan each : cases) {
            int number = Integer.parseInt(each.workload().substring(1));
            int engine = Integer.parseInt(each.server().substring("engine".length()));
            for (int r = 1; r <= REPETITIONS; r++) {
                simulate(
                        fixture.repetition(each.id(), r),
                        each.workload(),
                        number,
                        engines.get(engine - 1),
                        100L * r + engine);
            }
        }
        return fixture.analyze();
    }

    private static CaseComparisons comparisons(Analysis analysis) {
        return new CaseComparisons(analysis.cases(), of -> PROCESSORS, 0.95);
    }

    private static List<MetricComparison> throughput(CaseComparisons comparisons) {
        return comparisons.metricPairs().stream()
                .filter(pair -> pair.metric().equals("throughput"))
                .toList();
    }

    private List<Answer> answers(Analysis analysis) {
        Plan plan = Json.read(folder.resolve("plan.json"), Plan.class);
        return Answer.of(
                analysis.cases(),
                comparisons(analysis),
                plan.workloads().stream().collect(Collectors.toMap(WorkloadPlan::name, Function.identity())),
                0.95);
    }

    @Test
    void shouldCompareThroughputWhereClientsTakeAllOfAnEngine() throws IOException {
        Analysis analysis = run(List.of(new Engine(2, 2), new Engine(1, 30)), 200);

        PairResult pair = analysis.pairs().get(0);
        assertThat(pair.verdict().state()).isEqualTo(PairVerdict.State.CAPACITY);
        assertThat(pair.sentence())
                .startsWith("Process under w200: engine2 is at its capacity, 3")
                .contains(" requests/s (95 % CI ")
                .contains(". engine1 answers at least ")
                .contains("× as many requests as engine2 (95 % CI ")
                .endsWith("How long the clients of engine2 wait depends on their number.")
                .doesNotContain("as long as");
        assertThat(throughput(comparisons(analysis))).singleElement().satisfies(found -> {
            assertThat(found.verdict().state()).isEqualTo(PairVerdict.State.WORSE);
            assertThat(found.valueB()).isCloseTo(33.3, within(2.0));
            assertThat(found.ratio().value()).isCloseTo(33.3 / 199, within(0.02));
        });
        assertThat(Files.readString(folder.resolve("report/verdicts.json")))
                .contains("\"capacity\"")
                .containsPattern("\"metric\" : \"throughput\",[^}]*\"verdict\" : \"worse\"");
    }

    /** A quarter as many clients wait about a quarter as long: what an engine is told to answer is the same. */
    @Test
    void shouldTellTheSameOfAnEngineForAnyNumberOfClients() throws IOException {
        Analysis analysis = run(List.of(new Engine(2, 2), new Engine(1, 30)), 100, 200);

        List<MetricComparison> pairs = throughput(comparisons(analysis));
        assertThat(pairs).extracting(found -> found.verdict().state()).containsOnly(PairVerdict.State.WORSE);
        assertThat(pairs.get(0).valueB()).isCloseTo(pairs.get(1).valueB(), within(2.0));
        assertThat(answers(analysis).stream()
                        .filter(a -> a.question() == Answer.Question.FASTEST)
                        .map(Answer::sentence))
                .hasSize(2)
                .allSatisfy(sentence -> assertThat(sentence)
                        .startsWith("Under w")
                        .contains(": engine2 is at its capacity, 3")
                        .contains(" engine1 answers at least ")
                        .doesNotContain("as long as")
                        .doesNotContain("nothing to compare"));
    }

    @Test
    void shouldCompareTwoCapacities() throws IOException {
        Analysis analysis = run(List.of(new Engine(1, 10), new Engine(1, 30)), 300);

        assertThat(analysis.pairs().get(0).sentence())
                .contains("engine1 is at its capacity, ")
                .contains("engine2 is at its capacity, ")
                .contains("engine1 answers ")
                .doesNotContain("at least")
                .endsWith("How long the clients of engine1 and engine2 wait depends on their number.");
    }

    private List<String> headlines(Analysis analysis) {
        return Headlines.of(
                        analysis.cases(),
                        comparisons(analysis),
                        answers(analysis),
                        EngineDurabilities.of(Optional.empty()),
                        0.95)
                .lines()
                .stream()
                .map(Headline::words)
                .toList();
    }

    @Test
    void shouldBeginWithTheRatioOfThroughputsToTheEngineThatAnswersMost() throws IOException {
        assertThat(headlines(run(List.of(new Engine(1, 10), new Engine(1, 30)), 300)))
                .anySatisfy(words -> assertThat(words)
                        .matches("Under w300, engine1 answers 9\\d\\.\\d requests/s at its capacity\\."))
                .anySatisfy(words -> assertThat(words)
                        .matches("Under w300, engine2 answers 3\\d\\.\\d requests/s at its capacity, 0\\.3\\d\\d?"
                                + " times as many as engine1 \\(95 % CI 0\\.\\d+ to 0\\.\\d+\\)\\."));
    }

    /** Its response times are compared with none, because the other engine is at its capacity: what it answers is. */
    @Test
    void shouldHaveALineForAnEngineThatIsNeitherAtItsCapacityNorCompared() throws IOException {
        assertThat(headlines(run(List.of(new Engine(2, 2), new Engine(1, 30)), 200)))
                .filteredOn(words -> words.startsWith("Under w200, "))
                .satisfiesExactly(
                        words -> assertThat(words)
                                .matches(
                                        "Under w200, engine1 answers (199|20\\d) requests/s, at least 6\\.\\d+ times as many as"
                                                + " engine2 \\(95 % CI 5\\.\\d+ to 7\\.\\d+\\)\\."),
                        words -> assertThat(words)
                                .matches(
                                        "Under w200, engine2 answers 3\\d\\.\\d requests/s at its capacity, at most 0\\.1\\d+ times"
                                                + " as many as engine1 \\(95 % CI 0\\.1\\d+ to 0\\.1\\d+\\)\\."));
    }

    @Test
    void shouldHaveALineForEachEngineWhereTheBaselineIsAtItsCapacity() throws IOException {
        assertThat(headlines(run(
                        folder,
                        one -> one.withBaseline("engine2"),
                        List.of(new Engine(2, 2), new Engine(1, 30), new Engine(1, 15)),
                        200)))
                .filteredOn(words -> words.startsWith("Under w200, "))
                .satisfiesExactly(
                        words -> assertThat(words)
                                .endsWith(
                                        " requests/s at its capacity, so throughput is compared with this baseline, not response times."),
                        words -> assertThat(words)
                                .matches(
                                        "Under w200, engine1 answers (199|20\\d) requests/s, at least .* times as many as engine2 .*"),
                        words -> assertThat(words)
                                .matches(
                                        "Under w200, engine3 answers 6\\d\\.\\d requests/s at its capacity, [12]\\.\\d+ times as"
                                                + " many as engine2 .*"));
    }

    /** Only its answers can be compared with those of engines at their capacity, and it could answer more. */
    @Test
    void shouldSayOfABaselineThatIsNotAtItsCapacityWhatIsCompared() throws IOException {
        assertThat(headlines(run(
                        folder, one -> one.withBaseline("engine1"), List.of(new Engine(2, 2), new Engine(1, 30)), 200)))
                .filteredOn(words -> words.startsWith("Under w200, "))
                .satisfiesExactly(
                        words -> assertThat(words)
                                .matches(
                                        "Under w200, engine1 answers (199|20\\d) requests/s; throughput is compared with this"
                                                + " baseline, not response times, because of the other engines\\."),
                        words -> assertThat(words).contains(" requests/s at its capacity, at most 0.1"));
    }

    @Test
    void shouldBeginWithTheEngineThatAnswersMost() throws IOException {
        assertThat(headlines(run(List.of(new Engine(1, 30), new Engine(1, 10), new Engine(1, 20)), 300)))
                .filteredOn(words -> words.contains("at its capacity"))
                .extracting(words -> words.substring(0, words.indexOf(" answers")))
                .containsExactly("Under w300, engine2", "Under w300, engine3", "Under w300, engine1");
    }

    @Test
    void shouldListManyEnginesWithCommas() throws IOException {
        Analysis analysis =
                run(List.of(new Engine(2, 2), new Engine(1, 30), new Engine(1, 10), new Engine(1, 20)), 180, 200);

        assertThat(answers(analysis))
                .filteredOn(answer -> answer.question() == Answer.Question.FASTEST)
                .extracting(Answer::sentence)
                .hasSize(2)
                .allSatisfy(sentence -> assertThat(sentence)
                        .endsWith(
                                "How long the clients of engine2, engine3 and engine4 wait depends on their number."));
    }

    /** Pairs do not compare their response times, so ranks do not either. */
    @Test
    void shouldRankNoResponseTimesOfEnginesAtTheirCapacity() throws IOException {
        Analysis analysis = run(List.of(new Engine(1, 10), new Engine(1, 20), new Engine(1, 30)), 300);
        CaseComparisons comparisons = comparisons(analysis);

        assertThat(RankTest.of(analysis.cases(), comparisons.pairs(), comparisons.capacities(), 0.95))
                .isEmpty();
    }

    /** What keeps instances on disk may answer less for that reason. */
    @Test
    void shouldNameTheDurabilityBesideAComparisonOfThroughputs() throws IOException {
        Analysis analysis = run(List.of(new Engine(1, 10), new Engine(1, 30)), 300);
        Plan plan = Json.read(folder.resolve("plan.json"), Plan.class);
        EngineDurabilities durabilities = EngineDurabilities.of(Optional.of(SampleEnvironment.of(
                plan.origin(),
                Map.of(),
                Map.of(),
                Map.of(
                        "engine1", new DurabilityRecord("none", "does one thing"),
                        "engine2", new DurabilityRecord("disk", "does another")))));

        CaseComparisons comparisons =
                new CaseComparisons(analysis.cases(), EngineHosts.of(of -> PROCESSORS), durabilities, 0.95);
        Headlines headlines = Headlines.of(analysis.cases(), comparisons, List.of(), durabilities, 0.95);

        assertThat(comparisons.pairs().get(0).sentence())
                .contains("engine2 is at its capacity")
                .endsWith(" Durability differs: engine1 none, engine2 disk.");
        assertThat(headlines.lines())
                .filteredOn(line -> line.words().contains("engine2 answers"))
                .singleElement()
                .extracting(Headline::marks)
                .isEqualTo(List.of(1));
        assertThat(headlines.footnotes())
                .extracting(Headline.Footnote::words)
                .containsExactly("Durability differs: engine1 none, engine2 disk.");
    }

    /** A table and a sentence have one interval of one number. */
    @Test
    void shouldHaveTheIntervalOfTheStatisticOfThroughput() throws IOException {
        Analysis analysis = run(List.of(new Engine(1, 10), new Engine(1, 30)), 300);
        CaseResult full = analysis.cases().get(1);

        assertThat(comparisons(analysis).capacities().perS(full))
                .isEqualTo(full.statistic("throughput", StatisticFunction.AVERAGE));
    }

    /** Slow, but with room for more: a client waits for its own request alone. */
    @Test
    void shouldCompareResponseTimesWhereNoRequestWaitsForAnother() throws IOException {
        Analysis analysis = run(List.of(new Engine(0, 100), new Engine(0, 300)), 4);

        assertThat(analysis.pairs().get(0).verdict().state()).isNotEqualTo(PairVerdict.State.CAPACITY);
        assertThat(analysis.pairs().get(0).sentence()).doesNotContain("capacity");
        assertThat(throughput(comparisons(analysis))).isEmpty();
    }

    /** What answers more of more clients is not at its capacity with few. */
    @Test
    void shouldNotCallAnEngineFullThatAnswersMoreElsewhere() throws IOException {
        Analysis analysis = run(List.of(new Engine(2, 2), new Engine(0, 600)), 50, 200);

        assertThat(comparisons(analysis).capacities().reached(analysis.cases().get(1)))
                .as("50 clients")
                .isFalse();
        assertThat(analysis.pairs().get(0).sentence()).doesNotContain("capacity");
    }

    /** The offer is what is answered: nothing would be told. */
    @Test
    void shouldSayNothingOfTheThroughputOfOpenLoadsThatBothKeep() throws IOException {
        Plan plan = RunFixture.plan(2, CallTree.sequence(List.of()), 2);
        RunFixture fixture = new RunFixture(folder, plan.withWorkloads(List.of(SamplePlan.open("office", 50))));
        for (CasePlan each : plan.cases()) {
            for (int r = 1; r <= 2; r++) {
                RunFixture.Repetition repetition =
                        fixture.repetition(each.id(), r).open();
                for (int i = 0; i < 500; i++) {
                    repetition.request("office.1." + (i + 1), i * 20, each.id().equals("case1") ? 2 : 8, "OK");
                }
                repetition.write();
            }
        }

        CaseComparisons comparisons = comparisons(fixture.analyze());

        assertThat(comparisons.metricPairs()).isEmpty();
        assertThat(comparisons.pairs().get(0).sentence()).doesNotContain("throughput");
    }

    /** Of two open loads of which an engine does not keep one up, what it answers is compared. */
    @Test
    void shouldCompareTheThroughputOfAnOpenLoadThatOneDoesNotKeepUp() throws IOException {
        Plan plan = RunFixture.plan(2, CallTree.sequence(List.of()), 3);
        RunFixture fixture = new RunFixture(folder, plan.withWorkloads(List.of(SamplePlan.open("office", 50))));
        for (CasePlan each : plan.cases()) {
            for (int r = 1; r <= 3; r++) {
                RunFixture.Repetition repetition =
                        fixture.repetition(each.id(), r).open();
                for (int i = 0; i < 500; i++) {
                    // The second engine answers one request in 25 to 27 ms, one after the other.
                    double end = each.id().equals("case1") ? i * 20 + 2 : (i + 1) * (24.0 + r);
                    repetition.request("office.1." + (i + 1), i * 20, end - i * 20, "OK");
                }
                repetition.write();
            }
        }

        CaseComparisons comparisons = comparisons(fixture.analyze());

        assertThat(comparisons.pairs().get(0).verdict().state()).isEqualTo(PairVerdict.State.SATURATED);
        assertThat(throughput(comparisons)).singleElement().satisfies(found -> {
            assertThat(found.verdict().state()).isEqualTo(PairVerdict.State.WORSE);
            assertThat(found.ratio().value()).isCloseTo(20 / 26.0, within(0.01));
        });
        assertThat(comparisons.pairs().get(0).sentence())
                .contains("engine2 did not keep up")
                .contains("engine1 answers at least 1.3");
    }

    /**
     * An open load of 200 requests/s: the first engine answers each in 2 ms, the second one after the other.
     *
     * @param serviceMs time of the second engine for a request, by repetition from 1
     */
    private CaseComparisons open(IntToDoubleFunction serviceMs) throws IOException {
        Plan plan = RunFixture.plan(2, CallTree.sequence(List.of()), REPETITIONS);
        RunFixture fixture = new RunFixture(folder, plan.withWorkloads(List.of(SamplePlan.open("office", 200))));
        for (CasePlan each : plan.cases()) {
            for (int r = 1; r <= REPETITIONS; r++) {
                RunFixture.Repetition repetition =
                        fixture.repetition(each.id(), r).open();
                for (int i = 0; i < 2000; i++) {
                    double end = each.id().equals("case1") ? i * 5 + 2 : (i + 1) * serviceMs.applyAsDouble(r);
                    repetition.request("office.1." + (i + 1), i * 5, end - i * 5, "OK");
                }
                repetition.write();
            }
        }
        return comparisons(fixture.analyze());
    }

    /** An engine whose capacity is 3 % below the offer falls behind, but neither engine can answer more than is offered. */
    @Test
    void shouldNotCompareTheThroughputOfAnOpenLoadThatBothAnswerNearlyWhole() throws IOException {
        CaseComparisons comparisons = open(r -> 5.15 + 0.001 * r);

        assertThat(comparisons.pairs().get(0).verdict().state()).isEqualTo(PairVerdict.State.SATURATED);
        assertThat(throughput(comparisons)).isEmpty();
        assertThat(comparisons.pairs().get(0).sentence())
                .contains("engine2 did not keep up")
                .doesNotContain("as many requests");
    }

    /** Below that, what is answered is the capacity of the engine, and that of the other one is unknown. */
    @Test
    void shouldCompareTheThroughputOfAnOpenLoadWhereOneAnswersLess() throws IOException {
        CaseComparisons comparisons = open(r -> 5.5 + 0.001 * r);

        assertThat(throughput(comparisons))
                .singleElement()
                .satisfies(found -> assertThat(found.ratio().value()).isCloseTo(5 / 5.5, within(0.01)));
        assertThat(comparisons.pairs().get(0).sentence()).contains("engine1 answers at least 1.10× as many");
    }

    @Test
    void shouldSayOfASingleEngineThatItIsAtItsCapacity() throws IOException {
        Analysis analysis = run(List.of(new Engine(1, 30)), 200);

        assertThat(answers(analysis))
                .singleElement()
                .extracting(Answer::sentence)
                .asString()
                .startsWith("Under w200, on engine1: Process takes ")
                .contains(". engine1 is at its capacity, 3")
                .endsWith("How long the clients of engine1 wait depends on their number.");
    }

    /** Three times as fast, and so three times as many answers; how much shorter clients wait depends on their number. */
    @Test
    void shouldCompareTheThroughputOfRunsWhereClientsTakeAllOfAnEngine() throws IOException {
        Path before = folder.resolve("before");
        Path after = folder.resolve("after");
        run(before, List.of(new Engine(1, 30)), 200);
        run(after, List.of(new Engine(1, 10)), 200);

        RunsComparison comparison = CompareRuns.of(List.of(before, after), EnumSet.noneOf(Difference.Kind.class));

        assertThat(comparison.between().judged()).singleElement().satisfies(judged -> {
            assertThat(judged.metric()).isEqualTo("throughput");
            assertThat(judged.pair().verdict().state()).isEqualTo(PairVerdict.State.BETTER);
            assertThat(judged.pair().ratio().value()).isCloseTo(3, within(0.2));
            assertThat(judged.pair().sentence())
                    .startsWith("engine1, Process under w200: B answers ")
                    .contains("× as many requests as A (95 % CI ")
                    .endsWith("How long the clients of engine1 wait depends on their number.");
        });
        assertThat(comparison.findings().get(0).sentence()).endsWith("of 1 comparison 1 better.");
        assertThat(comparison.worse()).isEmpty();
        assertThat(CompareRuns.of(List.of(after, before), EnumSet.noneOf(Difference.Kind.class))
                        .worse())
                .singleElement()
                .asString()
                .contains("A answers ");
        CompareRuns.write(comparison, folder.resolve("out"));
        assertThat(Files.readString(folder.resolve("out/report/verdicts.json")))
                .containsPattern("\"metric\" : \"throughput\",[^}]*\"verdict\" : \"better\"");
    }

    /** What partners take is a mean: a partner that is seldom slow takes more than its median says. */
    @Test
    void shouldHoldALoadWhosePartnersAreSeldomSlow() throws IOException {
        Plan one = RunFixture.plan(1, 1, REPETITIONS);
        List<CasePlan> cases = new ArrayList<>();
        for (int clients : new int[] {10, 40}) {
            cases.add(SamplePlan.testCase("c" + clients, "engine1", "Process", "w" + clients)
                    .withSchedule(one.cases().get(0).schedule()));
        }
        Plan plan = one.withWorkloads(List.of(SamplePlan.closed("w10", 10), SamplePlan.closed("w40", 40)))
                .withCases(cases);
        RunFixture fixture = new RunFixture(folder, plan);
        for (CasePlan each : cases) {
            for (int r = 1; r <= REPETITIONS; r++) {
                RunFixture.Repetition repetition = fixture.repetition(each.id(), r);
                Random random = new Random(r);
                for (int client = 1; client <= Integer.parseInt(each.workload().substring(1)); client++) {
                    double at = exponential(random, 400) - WARM_UP_MS;
                    for (int n = 1; at < END_MS; n++) {
                        double partner = random.nextInt(5) == 0 ? 800 : 5;
                        String uiid = each.workload() + "." + client + "." + n;
                        repetition.request(uiid, at, partner + 2, "OK").call(uiid, 1, at, partner, "OK");
                        at += partner + 2 + exponential(random, 400);
                    }
                }
                repetition.write();
            }
        }

        assertThat(answers(fixture.analyze()))
                .filteredOn(answer -> answer.question() == Answer.Question.SCALABILITY)
                .singleElement()
                .extracting(Answer::sentence)
                .asString()
                .startsWith("engine1 holds all that was offered, ");
    }
}
