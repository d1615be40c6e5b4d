package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.analyzer.answers.Answer;
import io.soabench.analyzer.answers.Answer.Question;
import io.soabench.analyzer.cases.CaseComparisons;
import io.soabench.analyzer.cases.CaseResult;
import io.soabench.plan.CallTree;
import io.soabench.plan.CasePlan;
import io.soabench.plan.Comparison;
import io.soabench.plan.MetricUnit;
import io.soabench.plan.ObjectivePlan;
import io.soabench.plan.Plan;
import io.soabench.plan.RunRecord;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;
import io.soabench.plan.WorkloadPlan;
import io.soabench.plan.sample.SamplePlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Engines under two loads, 10 and 50 clients; each repetition has 100 requests of one response time. */
final class AnswerTest {

    private static final int REQUESTS = 100;

    @TempDir
    private Path folder;

    /** What a repetition of an engine under a workload shall be like; null: it has no folder. */
    private record Course(double latencyMs, int failures) {}

    private interface Behaviour {
        Course of(String engine, String workload, int repetition);
    }

    private static Plan plan(int engines, int repetitions, ObjectivePlan... objectives) {
        Plan one = RunFixture.plan(engines, CallTree.sequence(List.of()), repetitions, objectives);
        return RunFixture.under(one, List.of(SamplePlan.closed("low", 10), SamplePlan.closed("high", 50)));
    }

    private List<Answer> answers(Plan plan, Behaviour behaviour) throws IOException {
        RunFixture run = new RunFixture(folder, plan);
        for (CasePlan c : plan.cases()) {
            for (int r = 1; r <= c.schedule().repetitions(); r++) {
                Course course = behaviour.of(c.isTwin() ? "twin" : c.server(), c.workload(), r);
                if (course != null) {
                    write(run.repetition(c.id(), r), c.workload(), course);
                }
            }
        }
        Map<String, WorkloadPlan> workloads =
                plan.workloads().stream().collect(Collectors.toMap(WorkloadPlan::name, Function.identity()));
        List<CaseResult> cases = run.analyze().cases();
        return Answer.of(cases, new CaseComparisons(cases, 0.95), workloads, 0.95);
    }

    private static void write(RunFixture.Repetition repetition, String workload, Course course) throws IOException {
        int clients = workload.equals("low") ? 10 : 50;
        int requests = 10 * clients;
        for (int i = 1; i <= requests; i++) {
            boolean failed = i <= course.failures() * requests / REQUESTS;
            // Over the whole measurement, by all clients in turn, each once a second.
            int client = 1 + i % clients;
            repetition.request(
                    workload + "." + client + "." + i,
                    (i - 1) * 10_000.0 / requests,
                    course.latencyMs(),
                    failed ? "FAULT" : "OK");
        }
        repetition.write();
    }

    private static List<String> summaries(List<Answer> answers, Question question) {
        return answers.stream()
                .filter(a -> a.question() == question && a.summary() && a.workload() == null)
                .map(Answer::sentence)
                .toList();
    }

    @Test
    void shouldNameTheEngineThatIsFasterOverallAndUnderEachWorkload() throws IOException {
        List<Answer> answers = answers(
                plan(2, 3),
                (engine, workload, r) -> engine.equals("engine1")
                        ? new Course(20 * (1 + 0.05 * (r - 2)), 0)
                        : new Course(10 * (1 - 0.05 * (r - 2)), 0));

        // The logarithms of the ratios of the blocks of a case are log(2) and 0.1000835 more and less: sd 0.1000835,
        // error of
        // two cases 0.1000835 / sqrt(6), freedom 4; three comparisons, R: exp(qt(1 - 0.025 / 3, 4) * 0.1000835 /
        // sqrt(6)) = 1.1756.
        assertThat(summaries(answers, Question.FASTEST))
                .containsExactly("Over the 2 workloads: engine2 has the lowest response time: engine1 takes 2.00×"
                        + " as long as engine2 (simultaneous 95 % CI of 3 comparisons 1.70 to 2.35,"
                        + " 2 cases that both completed, over only 3 repetitions).");
        assertThat(answers)
                .filteredOn(a -> a.question() == Question.FASTEST && "low".equals(a.workload()) && a.other() != null)
                .singleElement()
                .satisfies(a -> {
                    assertThat(a.engine()).isEqualTo("engine2");
                    assertThat(a.measured()).isCloseTo(2, within(1e-9));
                    assertThat(a.cases()).isEqualTo(1);
                    assertThat(a.decided()).isTrue();
                });
    }

    /** An engine that is left out may be faster than the one that is named. */
    @Test
    void shouldNotNameAnEngineLowestOfAllWhereOneIsLeftOut() throws IOException {
        List<Answer> answers = answers(plan(3, 3), (engine, workload, r) -> switch (engine) {
            case "engine1" -> new Course(20 * (1 + 0.001 * r), 0);
            case "engine2" -> new Course(10 * (1 + 0.001 * r), 0);
            default -> new Course(5, 9);
        });

        assertThat(summaries(answers, Question.FASTEST))
                .singleElement()
                .asString()
                .startsWith(
                        "Over the 2 workloads: engine2 has the lowest response time of the engines that are compared: ")
                .contains(" engine3 is left out: ");
    }

    /** The times decide, and the failures speak against the engine that is faster: the data show who takes longer. */
    @Test
    void shouldSayThatNeitherIsBetterWhereTheFasterEngineLosesMore() throws IOException {
        List<Answer> answers = answers(
                plan(
                        2,
                        3,
                        new ObjectivePlan(
                                "failures",
                                StatisticFunction.AVERAGE,
                                Target.CASE,
                                Comparison.LESS,
                                0.2,
                                MetricUnit.RATIO,
                                "failures < 20 %")),
                (engine, workload, r) -> new Course(
                        (engine.equals("engine1") ? 10 : 20) * (1 + 0.001 * r), engine.equals("engine1") ? 10 : 0));

        assertThat(answers)
                .filteredOn(a -> a.question() == Question.FASTEST && "high".equals(a.workload()) && a.summary())
                .singleElement()
                .satisfies(a -> assertThat(a.sentence())
                        .startsWith("Under high: neither engine1 nor engine2 is better (ratio 2.00, ")
                        .endsWith(": their failures differ."));
    }

    @Test
    void shouldTellNoDifferenceWhenEnginesAreEquallyFast() throws IOException {
        List<Answer> answers = answers(plan(2, 3), (engine, workload, r) -> new Course(10 * (1 + 0.1 * (r - 2)), 0));

        assertThat(summaries(answers, Question.FASTEST))
                .singleElement()
                .satisfies(
                        s -> assertThat(s)
                                .startsWith(
                                        "Over the 2 workloads: the data do not show which of engine1 and engine2 takes longer (ratio 1.00, "));
        assertThat(answers).filteredOn(a -> a.question() == Question.FASTEST).noneMatch(Answer::decided);
    }

    /** Sure, and little: the pairs of the same numbers are equivalent, so no answer may say that one engine is lower. */
    @Test
    void shouldNotContradictAPairThatIsEquivalent() throws IOException {
        List<Answer> answers = answers(
                plan(2, 6),
                (engine, workload, r) -> new Course((engine.equals("engine1") ? 10.2 : 10) * (1 + 0.0001 * r), 0));

        assertThat(answers)
                .filteredOn(a -> a.question() == Question.FASTEST && "low".equals(a.workload()))
                .noneMatch(Answer::decided)
                .extracting(Answer::sentence)
                .allSatisfy(s -> assertThat(s)
                        .contains(
                                "the data do not show which of engine2 and engine1 takes longer (ratio 1.02, simultaneous 95 % CI of 3 comparisons 1.02 to 1.02,")
                        .contains(": they take the same time to within 5.00 %."));
    }

    /** The same of too few repetitions: neither lower nor equivalent, and the sentence gives the true reason. */
    @Test
    void shouldNotEquateWhatTooFewRepetitionsShow() throws IOException {
        List<Answer> answers = answers(
                plan(2, 3),
                (engine, workload, r) -> new Course((engine.equals("engine1") ? 10.2 : 10) * (1 + 0.0001 * r), 0));

        assertThat(answers)
                .filteredOn(a -> a.question() == Question.FASTEST && "low".equals(a.workload()))
                .noneMatch(Answer::decided)
                .extracting(Answer::sentence)
                .allSatisfy(s -> assertThat(s)
                        .contains(
                                "the data do not show which of engine2 and engine1 takes longer (ratio 1.02, simultaneous 95 % CI of 3 comparisons 1.02 to 1.02,")
                        .contains("but 3 repetitions are too few to show that they take the same time, which needs 6"));
    }

    /** An engine beside itself is a fifth slower under one load: no smaller difference is reported under any. */
    @Test
    void shouldTellNothingWithinTheNoiseFloor() throws IOException {
        Plan plan = plan(2, 3);
        List<CasePlan> cases = new ArrayList<>(plan.cases());
        cases.add(cases.get(0).twin(cases.get(0).id() + "-aa"));

        List<Answer> answers = answers(plan.withCases(cases), (engine, workload, r) -> switch (engine) {
            case "engine1" -> new Course(10 * (1 + 0.0001 * r), 0);
            case "engine2" -> new Course(11.5 * (1 + 0.0001 * r), 0);
            default -> new Course(12 * (1 + 0.0001 * r), 0);
        });

        assertThat(answers).filteredOn(a -> a.question() == Question.FASTEST).noneMatch(Answer::decided);
        assertThat(summaries(answers, Question.FASTEST))
                .singleElement()
                .asString()
                .startsWith(
                        "Over the 2 workloads: the data do not show which of engine1 and engine2 takes longer (ratio 1.15, ")
                .endsWith(": not larger than the noise floor of 20.0 %.");
    }

    /** A tenth longer under one load and fifty times under the other: two workloads are no sample of others. */
    @Test
    void shouldSayNothingOfOtherWorkloadsWhenThereAreTwo() throws IOException {
        List<Answer> answers = answers(
                plan(2, 3),
                (engine, workload, r) -> new Course(
                        (engine.equals("engine2") ? 1 : workload.equals("low") ? 1.1 : 50) * (1 + 0.001 * r), 0));

        assertThat(summaries(answers, Question.FASTEST))
                .containsExactly(
                        "Over the 2 workloads: engine2 has the lowest response time: engine1 takes 7.42× as long as engine2 (simultaneous"
                                + " 95 % CI of 3 comparisons 7.42 to 7.42, 2 cases that both completed, over only 3"
                                + " repetitions).");
        assertThat(answers)
                .filteredOn(a -> a.question() == Question.FASTEST && a.workload() == null)
                .allSatisfy(a -> assertThat(a.anyLow()).isNaN());
    }

    @Test
    void shouldTellNoDifferenceWhenThereIsOneRepetition() throws IOException {
        List<Answer> answers =
                answers(plan(2, 1), (engine, workload, r) -> new Course(engine.equals("engine1") ? 20 : 10, 0));

        assertThat(summaries(answers, Question.FASTEST))
                .containsExactly(
                        "Over the 2 workloads: the data do not show which of engine2 and engine1 takes longer, because there"
                                + " are fewer than two valid repetitions (ratio 2.00, 2 cases that both completed).");
    }

    @Test
    void shouldLeaveOutAnEngineThatCompletedNothingAndSayWhy() throws IOException {
        List<Answer> answers = answers(plan(3, 2), (engine, workload, r) -> switch (engine) {
            case "engine1" -> new Course(10 + r, 0);
            case "engine2" -> new Course(1, 60);
            default -> null;
        });

        assertThat(summaries(answers, Question.FASTEST)).singleElement().satisfies(s -> assertThat(s)
                .startsWith("Over the 2 workloads: only engine1 completed cases, so there is nothing to compare it"
                        + " with. engine2 is left out: it completed none of its 2 cases (for example Process under"
                        + " low: 60.0 % of the requests failed). engine3 is left out: it completed none of its 2"
                        + " cases (for example Process under low: "));
        assertThat(summaries(answers, Question.SCALABILITY).get(1))
                .startsWith("engine2 does not hold 9.5")
                .contains(
                        " requests/s (low: 10 clients), the smallest load that was offered: Process under low: 60.0 %");
        assertThat(summaries(answers, Question.SCALABILITY).get(2))
                .startsWith(
                        "engine3: whether it holds 9.54 requests/s (low: 10 clients), the smallest load that was offered, is"
                                + " undecided: Process under low: ");
    }

    @Test
    void shouldSayNothingIsComparedWhenAllFailed() throws IOException {
        List<Answer> answers = answers(plan(2, 2), (engine, workload, r) -> null);

        assertThat(summaries(answers, Question.FASTEST)).singleElement().satisfies(s -> assertThat(s)
                .startsWith("Over the 2 workloads: no engine can be compared. No repetition is valid (for example "
                        + "Process under low: "));
        assertThat(answers).noneMatch(Answer::decided);
    }

    @Test
    void shouldCompareOnlyCasesThatBothCompleted() throws IOException {
        List<Answer> answers = answers(plan(2, 2), (engine, workload, r) -> {
            boolean first = engine.equals("engine1");
            return workload.equals("low") ? new Course((first ? 10 : 30) + r / 10.0, 0) : new Course(1, first ? 0 : 10);
        });

        assertThat(answers)
                .filteredOn(a -> a.question() == Question.FASTEST && "low".equals(a.workload()) && a.other() != null)
                .singleElement()
                .satisfies(a -> {
                    assertThat(a.engine()).isEqualTo("engine1");
                    assertThat(a.cases()).isEqualTo(1);
                    assertThat(a.measured()).isCloseTo(Math.sqrt(30.1 * 30.2 / (10.1 * 10.2)), within(1e-9));
                });
        assertThat(summaries(answers, Question.FASTEST))
                .as("one workload alone says nothing over workloads")
                .isEmpty();
    }

    @Test
    void shouldFindTheLoadThatAnEngineNoLongerHolds() throws IOException {
        List<Answer> answers = answers(
                plan(2, 4),
                (engine, workload, r) ->
                        new Course(10, engine.equals("engine2") && workload.equals("high") ? 12 + r % 2 : 0));

        // Each client sends ten requests in 10 s; it thinks 0.99 s between them, and half a second longer on average
        // after the last one. None of
        // 400: R: binom.test(0, 400) 0 to 0.0091800; 12 and 13 % of 500 differ no more than chance explains:
        // binom.test(250, 2000).
        assertThat(summaries(answers, Question.SCALABILITY))
                .containsExactly(
                        "engine1 holds all that was offered, 47.8 requests/s (high: 50 clients): no request failed (95 % CI up to"
                                + " 0.918 % in Process under low, the widest).",
                        "engine2 holds 9.52 requests/s (low: 10 clients), but not 47.8 requests/s (high: 50 clients): Process"
                                + " under high: 12.5 % (95 % CI 11.1 % to 14.0 % over 4 repetitions) of the requests failed.");
        assertThat(answers)
                .filteredOn(a -> a.question() == Question.SCALABILITY)
                .satisfiesExactly(
                        a -> {
                            assertThat(a.measured()).isCloseTo(47.8, within(0.1));
                            assertThat(a.high()).isNaN();
                            assertThat(a.decided()).isFalse();
                        },
                        a -> {
                            assertThat(a.measured()).isCloseTo(9.52, within(0.02));
                            assertThat(a.high()).isCloseTo(47.8, within(0.1));
                            assertThat(a.decided()).isTrue();
                        });
    }

    @Test
    void shouldCallNobodyLastWhereNobodyKeptUp() throws IOException {
        Plan plan = plan(2, 2);
        RunFixture run = new RunFixture(folder, plan);
        for (CasePlan c : plan.cases()) {
            for (int r = 1; r <= 2; r++) {
                RunFixture.Repetition repetition = run.repetition(c.id(), r);
                int clients = c.workload().equals("low") ? 10 : 50;
                for (int i = 0; i < 5 * clients; i++) {
                    repetition.request(
                            c.workload() + "." + (1 + i % clients) + "." + (1 + i / clients),
                            i / clients * 2_000,
                            2_000,
                            "TIMEOUT");
                }
                repetition.write();
            }
        }
        List<CaseResult> cases = run.analyze().cases();
        Map<String, WorkloadPlan> workloads =
                plan.workloads().stream().collect(Collectors.toMap(WorkloadPlan::name, Function.identity()));

        assertThat(summaries(Answer.of(cases, new CaseComparisons(cases, 0.95), workloads, 0.95), Question.FASTEST))
                .singleElement()
                .satisfies(sentence -> assertThat(sentence)
                        .startsWith("Over the 2 workloads: no engine can be compared. engine1 did not keep up in 2"
                                + " cases (Process under low: it was saturated in 2 of 2 repetitions (in the first one, none of 50 requests that"
                                + " began in the measurement got an answer, too few for a response time)). engine2 ")
                        .doesNotContain("last"));
    }

    /** A share that is little known is not the largest one. */
    @Test
    void shouldNameTheLargestShareOfFailuresOfAllThatIsHeld() throws IOException {
        List<Answer> answers = answers(
                plan(
                        1,
                        2,
                        new ObjectivePlan(
                                "failures",
                                StatisticFunction.AVERAGE,
                                Target.CASE,
                                Comparison.LESS,
                                0.1,
                                MetricUnit.RATIO,
                                "failures < 10 %")),
                (engine, workload, r) -> new Course(10, workload.equals("low") ? 1 : 2));

        // R: binom.test(2, 200) goes up to 3.57 %, binom.test(20, 1000) to 3.07 %.
        assertThat(summaries(answers, Question.SCALABILITY)).singleElement().satisfies(sentence -> assertThat(sentence)
                .startsWith("engine1 holds all that was offered, ")
                .contains(": 2.00 % (95 % CI ")
                .endsWith(" of the requests failed in Process under high, more than elsewhere."));
    }

    /** Other tables count them: whoever reads both must not find a contradiction. */
    @Test
    void shouldSayThatFailuresOfTheModelAreNotCounted() throws IOException {
        Plan plan = plan(1, 2);
        RunFixture run = new RunFixture(
                folder, RunFixture.plan(1, 1, 2).withWorkloads(plan.workloads()).withCases(plan.cases()));
        for (CasePlan c : plan.cases()) {
            for (int r = 1; r <= 2; r++) {
                RunFixture.Repetition repetition = run.repetition(c.id(), r);
                int clients = c.workload().equals("low") ? 10 : 50;
                for (int i = 1; i <= 20 * clients; i++) {
                    String uiid = c.workload() + "." + (1 + i % clients) + "." + i;
                    double at = (i - 1) * 10_000.0 / (20 * clients);
                    repetition
                            .request(uiid, at, 10, i % 50 == 0 ? "FAULT" : "OK")
                            .call(uiid, 1, at, 5, i % 50 == 0 ? "FAULT" : "OK");
                }
                repetition.write();
            }
        }
        List<CaseResult> cases = run.analyze().cases();
        Map<String, WorkloadPlan> workloads =
                plan.workloads().stream().collect(Collectors.toMap(WorkloadPlan::name, Function.identity()));

        assertThat(summaries(Answer.of(cases, new CaseComparisons(cases, 0.95), workloads, 0.95), Question.SCALABILITY))
                .singleElement()
                .satisfies(sentence -> assertThat(sentence)
                        .contains(": not counting failures that the model causes, no request failed (95 % CI up to "));
    }

    /** None of two hundred may be one in sixty. */
    @Test
    void shouldLeaveOpenWhatTooFewRequestsTell() throws IOException {
        List<Answer> answers = answers(plan(1, 2), (engine, workload, r) -> new Course(10, 0));

        assertThat(summaries(answers, Question.SCALABILITY)).singleElement().satisfies(sentence -> assertThat(sentence)
                .startsWith(
                        "engine1: whether it holds 9.52 requests/s (low: 10 clients), the smallest load that was offered, is"
                                + " undecided: Process under low: 0 % (95 % CI 0 % to 1.83 % over 2 repetitions) of the requests"
                                + " failed, which leaves open whether it is less than 1 %"));
    }

    /** Whoever takes half of a client's cycle serves half of what the clients would bring. */
    @Test
    void shouldNotHoldALoadOfWhichItServesTooLittle() throws IOException {
        List<Answer> answers =
                answers(plan(1, 4), (engine, workload, r) -> new Course(workload.equals("low") ? 10 : 500 + r, 0));

        assertThat(summaries(answers, Question.SCALABILITY)).singleElement().satisfies(sentence -> assertThat(sentence)
                .contains("but not ")
                .contains("(high: 50 clients): Process under high: its clients got 48.6 %")
                .contains(
                        " of the correct answers that an engine without a time of its own would give them, of which 95 %"
                                + " are needed."));
    }

    /** Three of ten requests are in the engine at a time, fewer than it may have processors: it need not be at its capacity. */
    @Test
    void shouldLeaveOpenWhetherItHoldsTheLoadOfClientsThatWait() throws IOException {
        List<Answer> answers = answers(plan(1, 4), (engine, workload, r) -> new Course(300 + r, 0));

        assertThat(summaries(answers, Question.SCALABILITY)).singleElement().satisfies(sentence -> assertThat(sentence)
                .startsWith("engine1: whether it holds ")
                .contains(
                        "(low: 10 clients), the smallest load that was offered, is undecided: Process under low: its clients"
                                + " got ")
                .contains("; they sent fewer requests because they wait for answers"));
    }

    /** How long partners take that call back is unknown, and so is what clients would send to an engine that needs no time. */
    @Test
    void shouldSayNothingOfHeldLoadsWhoseOfferIsUnknown() throws IOException {
        Plan plan = plan(1, 3);
        RunFixture run = new RunFixture(
                folder, RunFixture.plan(1, 1, 3).withWorkloads(plan.workloads()).withCases(plan.cases()));
        for (CasePlan c : plan.cases()) {
            for (int r = 1; r <= 3; r++) {
                RunFixture.Repetition repetition = run.repetition(c.id(), r);
                int clients = c.workload().equals("low") ? 10 : 50;
                for (int i = 1; i <= 10 * clients; i++) {
                    String uiid = c.workload() + "." + (1 + i % clients) + "." + i;
                    double at = (i - 1) * 10_000.0 / (10 * clients);
                    repetition
                            .request(uiid, at, 300, "OK")
                            .call(uiid, 1, at, 1, "OK")
                            .call(uiid, 1, at, 290, "CALLED_BACK");
                }
                repetition.write();
            }
        }
        List<CaseResult> cases = run.analyze().cases();
        Map<String, WorkloadPlan> workloads =
                plan.workloads().stream().collect(Collectors.toMap(WorkloadPlan::name, Function.identity()));

        assertThat(cases)
                .allSatisfy(one -> assertThat(one.usable()).as(one.verdict()).hasSize(3));
        assertThat(summaries(Answer.of(cases, new CaseComparisons(cases, 0.95), workloads, 0.95), Question.SCALABILITY))
                .isEmpty();
    }

    /** An engine that serves everything, but too late for its objective, does not hold its load. */
    @Test
    void shouldNotHoldALoadWhoseResponseTimesMissTheirObjective() throws IOException {
        ObjectivePlan quick = new ObjectivePlan(
                "response-time",
                StatisticFunction.AVERAGE,
                Target.CASE,
                Comparison.LESS,
                0.015,
                MetricUnit.SECOND,
                "average response-time < 15 ms");
        List<Answer> answers = answers(
                plan(1, 4, quick),
                (engine, workload, r) -> new Course((workload.equals("low") ? 10 : 20) + r / 10.0, 0));

        assertThat(summaries(answers, Question.SCALABILITY)).singleElement().satisfies(sentence -> assertThat(sentence)
                .startsWith("engine1 holds ")
                .contains("(high: 50 clients): Process under high: \"average response-time < 15 ms\""));
    }

    @Test
    void shouldTakeTheModelsOwnLimitOfFailures() throws IOException {
        ObjectivePlan half = new ObjectivePlan(
                "failures",
                StatisticFunction.AVERAGE,
                Target.CASE,
                Comparison.LESS,
                0.5,
                MetricUnit.RATIO,
                "failures < 50 %");
        Behaviour behaviour = (engine, workload, r) -> new Course(10, workload.equals("low") ? 20 : 60);

        assertThat(summaries(answers(plan(2, 2, half), behaviour), Question.SCALABILITY)
                        .get(0))
                .startsWith(
                        "engine1 holds 9.52 requests/s (low: 10 clients), but not 47.8 requests/s (high: 50 clients):"
                                + " Process under high: 60.0 %");
    }

    @Test
    void shouldSayWhatOneEngineTakesUnderOneLoadAndCompareNothing() throws IOException {
        RunFixture run = new RunFixture(folder, RunFixture.plan(1, CallTree.sequence(List.of()), 1));
        run.repetition("case1", 1)
                .fill(REQUESTS)
                .state(RunRecord.State.COMPLETED)
                .write();

        List<CaseResult> cases = run.analyze().cases();
        assertThat(Answer.of(
                        cases,
                        new CaseComparisons(cases, 0.95),
                        Map.of("office", run.plan().workloads().get(0)),
                        0.95))
                .singleElement()
                .satisfies(answer -> {
                    assertThat(answer.question()).isEqualTo(Question.RESPONSE_TIME);
                    assertThat(answer.decided())
                            .as("a single repetition has no interval")
                            .isFalse();
                    assertThat(answer.sentence())
                            .isEqualTo(
                                    "Under office, on engine1: Process takes 1.00 ms on average (no interval: one repetition),"
                                            + " none of 100 requests failed.");
                });
    }

    @Test
    void shouldSayWhyAProcessHasNoResult() throws IOException {
        assertThat(answers(plan(1, 1), (engine, workload, r) -> null))
                .extracting(Answer::sentence)
                .contains("Under low, on engine1: Process has no result, because no repetition is valid.");
    }

    /** A request is an order then, and what takes long is the batch. */
    @Test
    void shouldSayWhatABatchTakesAndNotThatALoadIsHeld() throws IOException {
        Plan two = plan(1, 2);
        Plan batches = two.withWorkloads(two.workloads().stream()
                .map(workload -> workload.withBatch(500))
                .toList());

        List<Answer> answers = answers(batches, (engine, workload, r) -> new Course(10 + r, 0));

        assertThat(answers).extracting(Answer::question).containsOnly(Question.RESPONSE_TIME);
        assertThat(answers).extracting(Answer::sentence).anySatisfy(sentence -> assertThat(sentence)
                .startsWith("Under low, on engine1: a batch of Process takes 11.5 ms on average (")
                .endsWith("none of 200 batches failed."));
    }
}
