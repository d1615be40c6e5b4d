package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.analyzer.cases.CaseComparisons;
import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.RankTest;
import io.soabench.plan.CallTree;
import io.soabench.plan.CasePlan;
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
        List<CasePlan> cases = new ArrayList<>();
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
        for (CasePlan each : cases) {
            for (int r = 1; r <= REPETITIONS; r++) {
                course.write(run, each, r);
            }
        }
        List<CaseResult> analyzed = run.analyze().cases();
        CaseComparisons comparisons = new CaseComparisons(analyzed, 0.95);
        return RankTest.of(analyzed, comparisons.pairs(), comparisons.capacities(), 0.95);
    }

    private interface Course {
        void write(RunFixture run, CasePlan of, int repetition) throws IOException;
    }

    private static void write(RunFixture run, CasePlan of, int repetition, double latencyMs, String outcome)
            throws IOException {
        RunFixture.Repetition written = run.repetition(of.id(), repetition);
        for (int i = 1; i <= 100; i++) {
            written.request(of.workload() + "." + (1 + i % 10) + "." + i, i * 100, latencyMs, outcome);
        }
        written.write();
    }

    private static double apart(CasePlan of, int repetition) {
        return 10 * (of.server().charAt(6) - '0') + repetition * STEP_MS;
    }

    /** Five blocks with one order: Q = 10, R: pchisq(10, 2, lower.tail = FALSE) = 0.00674. */
    @Test
    void shouldCorrectForAllTestsOfTheRun() throws IOException {
        double alone = 0.00673794699908547;

        assertThat(tests(List.of("few"), (run, of, r) -> write(run, of, r, apart(of, r), "OK")))
                .singleElement()
                .satisfies(test -> {
                    assertThat(test.pValue()).isCloseTo(alone, within(1e-9));
                    assertThat(test.sentence())
                            .isEqualTo(
                                    "Process under few: response times are not alike on all 3 engines (Friedman Q 10.0, p (Holm) 0.007).");
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
                .isEqualTo(
                        "Process under few: ranks cannot show whether the 3 engines differ: all their averages are the same.");
    }

    /** Blocks that differ by more than engines do: the order within each is the same. */
    @Test
    void shouldCompareEnginesWithinBlocks() throws IOException {
        assertThat(tests(List.of("few"), (run, of, r) -> write(run, of, r, (100 + apart(of, r)) * (1 + r % 3), "OK")))
                .singleElement()
                .satisfies(test -> {
                    assertThat(test.test()).isEqualTo(RankTest.Test.FRIEDMAN);
                    assertThat(test.pValue()).isLessThan(0.05);
                });
    }

    /** Six tests at a time are too many for ranks of five blocks; the pairs show the difference nevertheless. */
    @Test
    void shouldNotDenyWhatAPairShows() throws IOException {
        List<RankTest> tests = tests(
                List.of("one", "two", "three"),
                (run, of, r) -> write(
                        run,
                        of,
                        r,
                        of.server().equals("engine3")
                                ? 30
                                : 10 + (r + of.server().charAt(6)) % 2,
                        "OK"));

        assertThat(tests)
                .filteredOn(test -> test.kind() == RankTest.Kind.ENGINE)
                .hasSize(3)
                .extracting(RankTest::sentence)
                .allSatisfy(
                        sentence -> assertThat(sentence)
                                .contains(
                                        "a pair of the 3 engines differs, although the rank test shows no difference (Friedman Q"));
        assertThat(tests)
                .filteredOn(test -> test.kind() == RankTest.Kind.WORKLOAD)
                .extracting(RankTest::test)
                .containsOnly(RankTest.Test.KRUSKAL_WALLIS);
    }
}
