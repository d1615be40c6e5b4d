package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.CallTree;
import io.soabench.plan.CasePlan;
import io.soabench.plan.Comparison;
import io.soabench.plan.MetricUnit;
import io.soabench.plan.ObjectivePlan;
import io.soabench.plan.Plan;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;
import io.soabench.plan.sample.SamplePlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines for a reader who has thirty seconds. Ten clients send a request a second each for ten seconds. */
final class HeadlinesTest {

    private static final int CLIENTS = 10;
    private static final int REQUESTS = 100;

    @TempDir
    private Path folder;

    /** The response time of an engine in a repetition, and the share of its requests that fail, in percent. */
    private record Course(double latencyMs, int failed) {}

    private interface Behaviour {
        Course of(String engine, String workload, int repetition);
    }

    /** Engines under several workloads that differ only in their names. */
    private static Plan plan(int engines, int repetitions, String... workloads) {
        return RunFixture.under(
                RunFixture.plan(engines, CallTree.sequence(List.of()), repetitions),
                Stream.of(workloads)
                        .map(name -> SamplePlan.closed(name, CLIENTS))
                        .toList());
    }

    private List<String> lines(Plan plan, Behaviour behaviour) throws IOException {
        RunFixture run = new RunFixture(folder, plan);
        for (CasePlan c : plan.cases()) {
            for (int r = 1; r <= c.schedule().repetitions(); r++) {
                Course course = behaviour.of(c.server(), c.workload(), r);
                RunFixture.Repetition repetition = run.repetition(c.id(), r);
                for (int i = 1; i <= REQUESTS; i++) {
                    repetition.request(
                            c.workload() + "." + (1 + i % CLIENTS) + "." + i,
                            (i - 1) * 10_000.0 / REQUESTS,
                            course.latencyMs(),
                            i <= course.failed() ? "FAULT" : "OK");
                }
                repetition.write();
            }
        }
        return run.analyze().lines();
    }

    /** Two workloads are no sample of others: nothing is said of all of them. */
    @Test
    void shouldSayOneSentenceForEachWorkloadAndEachOtherEngineBestFirst() throws IOException {
        List<String> lines = lines(
                plan(3, 3, "low", "high"),
                (engine, workload, r) -> new Course(
                        switch (engine) {
                                    case "engine1" -> 40;
                                    case "engine2" -> 10;
                                    default -> 20;
                                }
                                * (1 + 0.001 * r * (engine.equals("engine2") ? -1 : 1)),
                        0));

        assertThat(lines.subList(1, 5))
                .satisfiesExactly(
                        // With the own spread of each pair it would be 1.99 to 2.03: t has 4 degrees of freedom, not 2.
                        line -> assertThat(line)
                                .isEqualTo(
                                        "Under low, engine3 takes 2.01 times as long as engine2 (simultaneous 95 % CI 2.00 to 2.02)."),
                        line -> assertThat(line).startsWith("Under low, engine1 takes 4.0"),
                        line -> assertThat(line).startsWith("Under high, engine3 takes 2.0"),
                        line -> assertThat(line).startsWith("Under high, engine1 takes 4.0"));
        assertThat(lines).noneMatch(line -> line.contains("workloads,"));
        assertThat(lines)
                .anyMatch(line ->
                        line.contains("All 9 intervals together have a confidence level of 95 %, over 3 repetitions."));
    }

    /** The ratio of the response times says that clients wait; the engine may answer many more of them. */
    @Test
    void shouldNotSayThatNoLoadIsHeldWhereClientsOnlyWait() throws IOException {
        List<String> lines = lines(
                plan(2, 4, "low", "high"),
                (engine, workload, r) -> new Course((engine.equals("engine1") ? 10 : 90) * (1 + 0.001 * r), 0));

        assertThat(lines)
                .anyMatch(line -> line.startsWith("Under low, engine2 takes "))
                .noneMatch(line -> line.contains("not shown to hold any load"));
    }

    /** In the second repetition of engine 2, each client waits six seconds for its first answer, and has no second one in time. */
    @Test
    void shouldSayInHowManyRepetitionsAnEngineDidNotKeepUp() throws IOException {
        RunFixture run = new RunFixture(folder, plan(2, 3, "low"));
        for (CasePlan c : run.plan().cases()) {
            for (int r = 1; r <= 3; r++) {
                RunFixture.Repetition repetition = run.repetition(c.id(), r);
                boolean slow = c.server().equals("engine2") && r == 2;
                double everyMs = slow ? 6_050 : 60;
                for (int i = 0; i * everyMs < 9_900; i++) {
                    for (int client = 1; client <= CLIENTS; client++) {
                        repetition.request(
                                "low." + client + "." + (i + 1), client + i * everyMs, slow ? 6_000 : 10, "OK");
                    }
                }
                repetition.write();
            }
        }

        List<String> lines = run.analyze().lines();

        assertThat(lines)
                .anyMatch(line ->
                        line.startsWith("Under low, engine2 does not keep up with the load in 1 of 3 repetitions. ["));
        assertThat(lines)
                .filteredOn(line -> line.contains("it was saturated in 1 of 3 repetitions"))
                .as("the footnote, and no note beside it")
                .singleElement()
                .asString()
                .contains("] Left out: ");
    }

    @Test
    void shouldLeaveOutAnEngineThatLosesTooManyRequestsAndSayWhyOnce() throws IOException {
        List<String> lines = lines(
                plan(3, 3, "low", "high"),
                (engine, workload, r) ->
                        new Course(10 + 0.01 * r, engine.equals("engine3") && workload.equals("high") ? 5 : 0));

        assertThat(lines)
                .contains("Under high, engine3 loses too many requests to be compared. [1]")
                .contains(
                        "[1] Left out: Process under high, engine3: 5.00 % of the requests failed; response times are compared below 1 %.")
                .noneMatch(line -> line.startsWith("Under low, engine3 loses"));
    }

    /** The interval of a ratio of 1.02 leaves out 1: a reader must learn why nothing is decided all the same. */
    @Test
    void shouldTellTogetherWhatIsNotDecidedAndWhyWhereTheIntervalDoesNotShowIt() throws IOException {
        List<String> lines = lines(
                plan(2, 3, "low", "high"),
                (engine, workload, r) -> new Course((engine.equals("engine1") ? 10.2 : 10) * (1 + 0.0001 * r), 0));

        assertThat(lines)
                .filteredOn(line -> line.contains("ratio 1.02"))
                .singleElement()
                .asString()
                .startsWith(
                        "Not decided: engine2 and engine1 under low (ratio 1.02, simultaneous 95 % CI 1.02 to 1.02);"
                                + " engine2 and engine1 under high (ratio 1.02, ")
                .endsWith(" [1]");
        assertThat(lines)
                .contains(
                        "[1] Why it is not decided: 3 repetitions are too few to show that they take the same time, which needs 6"
                                + " (engine2 and engine1 under low, engine2 and engine1 under high).");
    }

    private static Plan against(String baseline, Plan plan) {
        return plan.withCases(
                plan.cases().stream().map(one -> one.withBaseline(baseline)).toList());
    }

    @Test
    void shouldSayTheRatioOfEachOtherEngineToTheBaselineBestFirst() throws IOException {
        List<String> lines = lines(
                against("engine2", plan(4, 6, "low")),
                (engine, workload, r) -> new Course(
                        switch (engine) {
                                    case "engine1" -> 40 + (r % 3);
                                    case "engine2" -> 20;
                                    case "engine3" -> 10;
                                    default -> r % 2 == 0 ? 18 : 23;
                                }
                                * (1 + 0.001 * r * (engine.equals("engine2") ? -1 : 1)),
                        0));

        assertThat(lines.subList(1, 5))
                .satisfiesExactly(
                        line -> assertThat(line)
                                .matches(
                                        "Under low, engine3 takes 0\\.50\\d* times as long as engine2 \\(simultaneous 95 % CI 0\\.\\d+ to 0\\.\\d+\\)\\."),
                        line -> assertThat(line)
                                .matches(
                                        "Under low, engine4 takes 1\\.0\\d times as long as engine2 \\(simultaneous 95 % CI 0\\.\\d+ to 1\\.\\d+\\), which does not show a difference.*\\."),
                        line -> assertThat(line).startsWith("Under low, engine1 takes 2.0"),
                        line -> assertThat(line)
                                .isEqualTo(
                                        "Ratios are of mean response times to those of engine2, the baseline. All 3 intervals together have a confidence level of"
                                                + " 95 %, over 6 repetitions. Repetitions, not requests, are the independent observations."));
        assertThat(lines).noneMatch(line -> line.contains("Not decided") || line.contains("lowest"));
    }

    @Test
    void shouldSayThatAnEngineTakesTheSameTimeAsTheBaseline() throws IOException {
        List<String> lines = lines(
                against("engine1", plan(2, 8, "low")),
                (engine, workload, r) -> new Course(20 * (1 + 0.002 * r * (engine.equals("engine1") ? 1 : 1.1)), 0));

        assertThat(lines.get(1))
                .matches(
                        "Under low, engine2 takes 1\\.0\\d* times as long as engine1 \\(95 % CI 1.* to 1.*\\), the same time to within 5\\.?0* %\\.");
        assertThat(lines.get(2)).contains("The interval has a confidence level of 95 %");
    }

    /** The others have nothing to be compared with, and no pair of them takes the place of the baseline. */
    @Test
    void shouldSayThatNothingIsComparedWhereTheBaselineLosesTooManyRequests() throws IOException {
        List<String> lines = lines(
                against("engine1", plan(3, 6, "low")),
                (engine, workload, r) ->
                        new Course((engine.equals("engine3") ? 40 : 20) + 0.01 * r, engine.equals("engine1") ? 5 : 0));

        assertThat(lines)
                .contains(
                        "Under low, engine1 loses too many requests to be compared, so no response time is compared with this baseline. [1]")
                .noneMatch(line -> line.contains("times as long"));
    }

    @Test
    void shouldNameABaselineWhoseCasesWereLeftOutOfTheRun() throws IOException {
        List<String> lines = lines(
                against("engine9", plan(3, 6, "low")), (engine, workload, r) -> new Course(20 * (1 + 0.001 * r), 0));

        assertThat(lines)
                .contains(
                        "Under low, engine9, the baseline, has no case in this run, so no response time is compared with it.")
                .noneMatch(line -> line.contains("times as long"));
    }

    /** With one workload there are no pooled answers: the pair of cases itself is told. */
    @Test
    void shouldTellThePairWhereThereIsOneWorkload() throws IOException {
        List<String> lines = lines(
                plan(2, 3, "low"),
                (engine, workload, r) -> new Course(
                        (engine.equals("engine1") ? 30 : 10) * (1 + 0.001 * r * (engine.equals("engine1") ? 1 : -1)),
                        0));

        assertThat(lines.get(1))
                .matches("Under low, engine1 takes 3\\.0\\d times as long as engine2 \\(95 % CI [23].* to 3.*\\)\\.");
        assertThat(lines.get(2))
                .isEqualTo(
                        "Ratios are of mean response times. Each interval has a confidence level of 95 %, over 3 repetitions."
                                + " A difference is reported only if it is significant. Repetitions, not requests, are the independent"
                                + " observations.");
    }

    /** More repetitions decide nothing where the times decide and the failures speak against them. */
    @Test
    void shouldAdviseMoreRepetitionsForWhatTheyWouldDecideOnly() throws IOException {
        Plan three = RunFixture.plan(
                3,
                CallTree.sequence(List.of()),
                6,
                new ObjectivePlan(
                        "failures",
                        StatisticFunction.AVERAGE,
                        Target.CASE,
                        Comparison.LESS,
                        0.2,
                        MetricUnit.RATIO,
                        "failures < 20 %"));
        List<String> lines = lines(
                RunFixture.under(three, List.of(SamplePlan.closed("low", CLIENTS))),
                (engine, workload, r) -> switch (engine) {
                    case "engine1" -> new Course(10, 10);
                    case "engine2" -> new Course(20 * (1 + 0.001 * r), 0);
                    default -> new Course(10.3 * (1 + (r % 2 == 0 ? 0.05 : -0.05)), 10);
                });

        assertThat(lines)
                .filteredOn(line -> line.startsWith("Not decided: "))
                .singleElement()
                .asString()
                .contains("engine1 and engine2 under low (ratio 2.0", ": their failures differ)")
                .matches(".*; about \\d+ more repetitions would probably decide 1 of these\\.");
    }

    @Test
    void shouldSayOnceThatNoRepetitionIsValid() throws IOException {
        RunFixture run = new RunFixture(folder, plan(3, 2, "low", "high"));

        assertThat(run.analyze().lines())
                .filteredOn(line -> line.contains("compare"))
                .containsExactly("No repetition is valid, so nothing is compared.");
    }

    @Test
    void shouldCallEnginesEquivalentThatAre() throws IOException {
        List<String> lines = lines(
                plan(2, 6, "low"),
                (engine, workload, r) -> new Course((engine.equals("engine1") ? 10.2 : 10) * (1 + 0.0001 * r), 0));

        assertThat(lines.get(1))
                .startsWith(
                        "Under low, engine2 and engine1 take the same time to within 5.00 % (ratio 1.02, 95 % CI 1.02 to 1.02).");
    }
}
