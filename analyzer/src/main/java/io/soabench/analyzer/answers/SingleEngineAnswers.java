package io.soabench.analyzer.answers;

import io.soabench.analyzer.answers.Answer.Question;
import io.soabench.analyzer.cases.CapacitySentences;
import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.CaseStatistic;
import io.soabench.analyzer.cases.CaseUsability;
import io.soabench.analyzer.cases.EngineCapacities;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.stat.Interval;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.plan.CasePlan;
import io.soabench.plan.WorkloadPlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The answers about the only engine of a run: its response time under each workload, and its lost requests. Runs with several engines have
 * no such answers.
 */
final class SingleEngineAnswers {

    /** Maximum number of processes that a sentence names; it counts the others. */
    private static final int MOST_NAMED = 4;

    private final List<CaseResult> cases;
    private final Map<String, WorkloadPlan> workloads;
    private final EngineCapacities capacities;
    private final double confidence;

    /**
     * Prepares the answers.
     *
     * @param workloads by name
     */
    SingleEngineAnswers(
            List<CaseResult> cases,
            Map<String, WorkloadPlan> workloads,
            EngineCapacities capacities,
            double confidence) {
        this.cases = cases;
        this.capacities = capacities;
        this.confidence = confidence;
        this.workloads = workloads;
    }

    List<Answer> answers() {
        if (cases.stream().map(c -> CaseResult.engine(c.testCase())).distinct().count() != 1) {
            return List.of();
        }
        Map<List<String>, List<CaseResult>> workloads = new LinkedHashMap<>();
        for (CaseResult one : cases) {
            workloads
                    .computeIfAbsent(
                            List.of(one.testCase().suite(), one.testCase().workload()), k -> new ArrayList<>())
                    .add(one);
        }
        return workloads.values().stream().map(this::answer).toList();
    }

    private Answer answer(List<CaseResult> group) {
        CasePlan first = group.get(0).testCase();
        Interval only = group.size() == 1 ? mean(group.get(0)) : new Interval(Double.NaN, Double.NaN, Double.NaN, 0);
        boolean blackBox = first.server().isEmpty();
        List<String> parts = new ArrayList<>();
        List<String> all = new ArrayList<>(withoutResult(group));
        group.stream().flatMap(one -> parts(one).stream()).forEach(all::add);
        all.stream().limit(MOST_NAMED).forEach(parts::add);
        if (all.size() > MOST_NAMED) {
            parts.add(SentenceText.count(all.size() - MOST_NAMED, "more process is", "more processes are")
                    + " in the summary");
        }
        return new Answer(
                Question.RESPONSE_TIME,
                first.suite(),
                first.workload(),
                CaseResult.engine(first),
                null,
                only.mean(),
                only.low(),
                only.high(),
                Double.NaN,
                Double.NaN,
                "ms",
                group.size(),
                group.stream().allMatch(one -> mean(one).known()),
                Double.NaN,
                "",
                1,
                "Under " + group.get(0).workload() + (blackBox ? ": " : ", on " + CaseResult.engine(first) + ": ")
                        + String.join("; ", parts) + "." + full(group));
    }

    /** Returns a part for each reason by which processes have no result. */
    private static List<String> withoutResult(List<CaseResult> group) {
        Map<String, List<String>> byReason = new LinkedHashMap<>();
        group.stream()
                .filter(one -> one.usability().state() == CaseUsability.State.NONE)
                .forEach(one -> byReason.computeIfAbsent(
                                one.repetitions().stream().allMatch(RepetitionResult::disturbed)
                                        ? "the machine was busy in all repetitions"
                                        : "no repetition is valid",
                                reason -> new ArrayList<>())
                        .add(one.testCase().subject()));
        return byReason.entrySet().stream()
                .map(each -> String.join(" and ", each.getValue())
                        + (each.getValue().size() == 1 ? " has" : " have") + " no result, because " + each.getKey())
                .toList();
    }

    /** Returns a note where the response time depends on the number of clients. */
    private String full(List<CaseResult> group) {
        CapacitySentences words = new CapacitySentences(capacities, confidence);
        return group.stream()
                .filter(capacities::reached)
                .map(one -> (group.size() == 1 ? " " : " " + one.testCase().subject() + ": ")
                        + words.reached(one)
                        + words.wait(List.of(one)))
                .collect(Collectors.joining());
    }

    private static Interval mean(CaseResult one) {
        return one.meanResponseTime(one.testCase().subject()).shown();
    }

    /**
     * Returns a part for each process of a mix, because a mean over several represents none. Numbers that are known of the whole only are
     * reported for the whole.
     */
    private List<String> parts(CaseResult one) {
        CasePlan testCase = one.testCase();
        CaseUsability usability = one.usability();
        return switch (usability.state()) {
            // The method withoutResult writes one part for all cases without a usable repetition.
            case NONE -> List.of();
            case SATURATED ->
                List.of(testCase.subject() + " did not keep up"
                        + (Double.isNaN(usability.atLeastMs())
                                ? ""
                                : " and takes at least " + SentenceText.ms(usability.atLeastMs()) + " on average")
                        + lost(one, testCase.subject()));
            case SETTLED, NOT_ASSESSED, UNSETTLED ->
                (testCase.mixed() ? testCase.processes() : List.of(testCase.subject()))
                        .stream()
                                .map(process -> time(one, process) + lost(one, process))
                                .toList();
        };
    }

    private String time(CaseResult one, String process) {
        CaseStatistic mean = one.meanResponseTime(process);
        String certainty = mean.certainty(SentenceText::ms);
        return Double.isNaN(mean.value().mean())
                ? "no request to " + process + " was answered"
                : (batches(one) ? "a batch of " + process + " takes " : process + " takes ")
                        + SentenceText.ms(mean.value().mean()) + " on average ("
                        + (certainty.isEmpty() ? "no interval: one repetition" : certainty)
                        + (timedOut(one, process) ? "; a request that timed out counts with its time-out" : "")
                        + ")";
    }

    private static boolean timedOut(CaseResult one, String process) {
        return one.failureCauses().stream()
                .filter(cause -> !one.testCase().mixed() || cause.process().equals(process))
                .anyMatch(cause -> cause.outcome().outOfTime());
    }

    /** Returns whether a request is the order of a batch. */
    private boolean batches(CaseResult one) {
        return workloads.get(one.testCase().workload()).ordersBatches();
    }

    private String lost(CaseResult one, String process) {
        boolean batches = batches(one);
        List<RepetitionResult.Requests> answered =
                one.usable().stream().map(each -> each.answeredBy(process)).toList();
        String requests = SentenceText.count(
                answered.stream().mapToLong(RepetitionResult.Requests::requests).sum(),
                batches ? "batch" : "request",
                batches ? "batches" : "requests");
        long failed = answered.stream()
                .mapToLong(each -> each.requests() - each.succeeded())
                .sum();
        return ", " + (failed == 0 ? "none" : SentenceText.count(failed)) + " of " + requests + " failed";
    }
}
