package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.answers.Answer;
import io.soabench.analyzer.answers.Headline;
import io.soabench.analyzer.answers.Headlines;
import io.soabench.analyzer.cases.CaseComparisons;
import io.soabench.analyzer.cases.EngineCapacities;
import io.soabench.analyzer.cases.EngineDurabilities;
import io.soabench.analyzer.cases.MetricComparison;
import io.soabench.analyzer.cases.PairVerdict;
import io.soabench.plan.CallTree;
import io.soabench.plan.CasePlan;
import io.soabench.plan.CsvTable;
import io.soabench.plan.Json;
import io.soabench.plan.MetricRecord;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import io.soabench.plan.sample.SamplePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Closed loads whose throughput is not all that the engine could answer: clients hang, or the harness takes the processors. */
final class CapacityLimitsTest {

    private static final int REPETITIONS = 4;
    private static final int PROCESSORS = 2;
    private static final int CLIENTS = 300;
    private static final String LOAD = "w" + CLIENTS;

    @TempDir
    private Path folder;

    private Analysis analysis;

    /**
     * Runs two engines of one processor, of which the second takes twice as long.
     *
     * @param hanging number of clients of the second engine that wait for one answer nearly all of the time
     * @param cores processors in use by servers and load client, by engine; empty when they are not measured
     */
    private CaseComparisons run(int hanging, List<Map<String, Double>> cores) throws IOException {
        Plan one = RunFixture.plan(2, CallTree.sequence(List.of()), REPETITIONS);
        List<CasePlan> cases = new ArrayList<>();
        for (int engine = 1; engine <= 2; engine++) {
            cases.add(SamplePlan.testCase("case" + engine, "engine" + engine, "Process", LOAD)
                    .withSchedule(one.cases().get(0).schedule()));
        }
        RunFixture fixture = new RunFixture(
                folder,
                one.withWorkloads(List.of(SamplePlan.closed(LOAD, CLIENTS))).withCases(cases));
        Json.write(
                folder.resolve(RunFiles.METRICS),
                new MetricRecord.File(
                        List.of(new MetricRecord("cpu", MetricRecord.Kind.GAUGE, "cores", "the kernel", "None."))));
        for (int engine = 1; engine <= 2; engine++) {
            int lost = engine == 2 ? hanging : 0;
            for (int number = 1; number <= REPETITIONS; number++) {
                RunFixture.Repetition repetition = fixture.repetition("case" + engine, number);
                for (int client = CLIENTS - lost + 1; client <= CLIENTS; client++) {
                    repetition.request(LOAD + "." + client + ".1", 200, 9_700, "TIMEOUT");
                }
                CapacityTest.simulate(
                        repetition,
                        LOAD,
                        CLIENTS - lost,
                        new CapacityTest.Engine(1, 5 * engine),
                        100L * number + engine);
                if (!cores.isEmpty()) {
                    use(fixture.folder("case" + engine, number), cores.get(engine - 1));
                }
            }
        }
        analysis = fixture.analyze();
        return new CaseComparisons(analysis.cases(), of -> PROCESSORS, 0.95);
    }

    private static void use(Path repetition, Map<String, Double> cores) throws IOException {
        for (Map.Entry<String, Double> each : cores.entrySet()) {
            StringBuilder lines = new StringBuilder(CsvTable.METRICS.header()).append('\n');
            for (int s = 0; s <= 10; s++) {
                lines.append(RunFixture.START_NS + s * 1000L * RunFixture.MS)
                        .append(",cpu,")
                        .append(each.getValue())
                        .append(",cores,x\n");
            }
            Files.writeString(repetition.resolve("metrics-" + each.getKey() + ".csv"), lines);
        }
    }

    private List<String> headlines(CaseComparisons comparisons) {
        Plan plan = Json.read(folder.resolve(RunFiles.PLAN), Plan.class);
        List<Answer> answers = Answer.of(
                analysis.cases(), comparisons, Map.of(LOAD, plan.workloads().get(0)), 0.95);
        return Headlines.of(analysis.cases(), comparisons, answers, EngineDurabilities.of(Optional.empty()), 0.95)
                .lines()
                .stream()
                .map(Headline::words)
                .toList();
    }

    private static MetricComparison throughput(CaseComparisons comparisons) {
        return comparisons.metricPairs().stream()
                .filter(pair -> pair.metric().equals("throughput"))
                .findFirst()
                .orElseThrow();
    }

    /** A tenth of the clients waits for time-outs. The engine was never asked for what it could do, though few of the requests failed. */
    @Test
    void shouldNotCallAnEngineFullWhoseClientsHang() throws IOException {
        CaseComparisons comparisons = run(30, List.of());
        EngineCapacities capacities = comparisons.capacities();

        assertThat(capacities.reached(analysis.cases().get(0))).isTrue();
        assertThat(capacities.reached(analysis.cases().get(1))).isFalse();
        assertThat(capacities.doubt(analysis.cases().get(1)))
                .matches("120 of [34],\\d{3} requests timed out and took 9\\.\\d\\d % of the time of the clients");
        assertThat(throughput(comparisons).verdict()).isNull();
        assertThat(throughput(comparisons).words()).startsWith("Throughput is not compared: of engine2, 120 of ");
        assertThat(comparisons.pairs().get(0).verdict().state()).isEqualTo(PairVerdict.State.CAPACITY);
        assertThat(comparisons.pairs().get(0).sentence())
                .containsPattern(
                        "engine2 answers \\d+(\\.\\d)? requests/s \\(95 % CI [^)]+\\), which is not shown to be its capacity: 120 of ")
                .contains("How long the clients of engine1 wait depends on their number.")
                .doesNotContain("engine2 is at its capacity")
                .doesNotContain("as many requests");
        assertThat(headlines(comparisons)).anySatisfy(words -> assertThat(words)
                .startsWith("Under " + LOAD + ", engine2 answers ")
                .contains(" requests/s, which is not shown to be its capacity: 120 of ")
                .doesNotContain("times as many"));
    }

    /** Few time-outs take little of the clients' time; they are named, though fewer than one request of a hundred fails. */
    @Test
    void shouldNameFewFailuresOfAFullEngine() throws IOException {
        CaseComparisons comparisons = run(4, List.of());

        assertThat(comparisons.capacities().reached(analysis.cases().get(1))).isTrue();
        assertThat(throughput(comparisons).decided()).isTrue();
        assertThat(comparisons.pairs().get(0).sentence())
                .containsPattern("0\\.\\d+ % of the requests to engine2 \\(95 % CI [^)]+\\) failed\\.$");
        assertThat(headlines(comparisons)).anySatisfy(words -> assertThat(words)
                .matches(
                        ".* engine2 answers .* requests/s at its capacity \\(0\\.\\d+ % of the requests failed\\),.*"));
    }

    /** The first engine has a quarter of the processors: with all of them it would answer more. */
    @Test
    void shouldCallTheCapacityALeastOneWhereTheHarnessTakesMostOfTheProcessors() throws IOException {
        CaseComparisons comparisons = run(
                0,
                List.of(
                        Map.of("engine1", 0.5, "mocks", 0.4, "load-here", 1.1),
                        Map.of("engine2", 1.5, "mocks", 0.2, "load-here", 0.3)));

        assertThat(comparisons.capacities().least(analysis.cases().get(0))).isTrue();
        assertThat(comparisons.capacities().least(analysis.cases().get(1))).isFalse();
        assertThat(comparisons.pairs().get(0).sentence())
                .contains("engine1 is at its capacity, at least ")
                .contains(", because load client and partners take 75.0 % of the processor time in use.")
                .containsPattern("engine1 answers at least (1\\.9|2\\.0)");
        assertThat(headlines(comparisons))
                .anySatisfy(
                        words -> assertThat(words)
                                .startsWith("Under " + LOAD + ", engine1 answers at least ")
                                .endsWith(
                                        "/s at its capacity (load client and partners take 75.0 % of the processor time in use)."))
                .anySatisfy(words -> assertThat(words)
                        .startsWith("Under " + LOAD + ", engine2 answers ")
                        .containsPattern(" requests/s at its capacity, at most 0\\.(49|50|51)"));
    }

    /** The interval of the first page is that of one comparison, its verdict is one of a family. */
    @Test
    void shouldSayWhatIntervalsOfThroughputsAre() throws IOException {
        assertThat(headlines(run(0, List.of()))).anySatisfy(words -> assertThat(words)
                .startsWith(
                        "Each interval of a ratio of requests is of a single comparison, at a confidence level of 95 %,"
                                + " over 4 repetitions. A difference is reported only if it is significant"));
    }
}
