package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.analyzer.judge.RankTest;
import io.soabench.plan.CallTree;
import io.soabench.plan.Plan;
import io.soabench.plan.sample.SamplePlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three engines and more at a time; each repetition has 100 requests of one response time. */
final class RankTestTest {

    private static final int REPETITIONS = 5;

    /** Between repetitions of an engine. */
    private static final double STEP_MS = 1e-3;

    @TempDir
    private Path folder;

    private List<RankTest> tests(List<String> workloads, Course course) throws IOException {
        Plan one = RunFixture.plan(3, CallTree.sequence(List.of()), REPETITIONS);
        List<Plan.CasePlan> cases = new ArrayList<>();
        for (String workload : workloads) {
            for (int e = 1; e <= 3; e++) {
                cases.add(SamplePlan.testCase(workload + e, "engine" + e, "Process", workload)
                        .withSchedule(one.cases().get(0).schedule()));
            }
        }
        RunFixture run = new RunFixture(
                folder,
                one.withWorkloads(workloads.stream()
                                .map(name -> SamplePlan.closed(name, 10))
                                .toList())
                        .withCases(cases));
        for (Plan.CasePlan each : cases) {
            for (int r = 1; r <= REPETITIONS; r++) {
                course.write(run, each, r);
            }
        }
        return RankTest.of(run.analyze().cases(), 0.95);
    }

    private interface Course {
        void write(RunFixture run, Plan.CasePlan of, int repetition) throws IOException;
    }

    private static void write(RunFixture run, Plan.CasePlan of, int repetition, double latencyMs, String outcome)
            throws IOException {
        RunFixture.Repetition written = run.repetition(of.id(), repetition);
        for (int i = 1; i <= 100; i++) {
            written.request(of.workload() + "." + (1 + i % 10) + "." + i, i * 100, latencyMs, outcome);
        }
        written.write();
    }

    private static double apart(Plan.CasePlan of, int repetition) {
        return 10 * (of.server().charAt(6) - '0') + repetition * STEP_MS;
    }

    /** Fifteen values in three groups that do not overlap: H = 12.5, R: pchisq(12.5, 2, lower.tail = FALSE) = 0.00193. */
    @Test
    void shouldCorrectForAllTestsOfTheRun() throws IOException {
        double alone = 0.0019304541362277;

        assertThat(tests(List.of("few"), (run, of, r) -> write(run, of, r, apart(of, r), "OK")))
                .singleElement()
                .satisfies(test -> {
                    assertThat(test.pValue()).isCloseTo(alone, within(1e-9));
                    assertThat(test.sentence())
                            .isEqualTo(
                                    "Process under few: the 3 engines are not all alike (Kruskal–Wallis H 12.5, p 0.002).");
                });
        assertThat(tests(List.of("two", "ten"), (run, of, r) -> write(run, of, r, apart(of, r), "OK")))
                .extracting(RankTest::pValue)
                .as("two tests at a time")
                .allSatisfy(p -> assertThat(p).isCloseTo(2 * alone, within(1e-9)));
    }

    /** Where an engine gives up half of what it is asked, who knows how long that would have taken. */
    @Test
    void shouldTestNoEngineThatDidNotKeepUp() throws IOException {
        assertThat(tests(
                        List.of("few"),
                        (run, of, r) -> write(
                                run,
                                of,
                                r,
                                of.server().equals("engine3") ? 2_000 : apart(of, r),
                                of.server().equals("engine3") ? "TIMEOUT" : "OK")))
                .isEmpty();
    }

    @Test
    void shouldNotBlameTheNumberOfRepetitionsWhenAllAreTheSame() throws IOException {
        assertThat(tests(List.of("few"), (run, of, r) -> write(run, of, r, 10, "OK")))
                .singleElement()
                .extracting(RankTest::sentence)
                .asString()
                .endsWith("cannot be tested by ranks: all their averages are the same.");
    }
}
