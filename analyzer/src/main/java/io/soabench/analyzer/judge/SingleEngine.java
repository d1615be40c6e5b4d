package io.soabench.analyzer.judge;

import io.soabench.analyzer.judge.Answer.Question;
import io.soabench.analyzer.stat.Interval;
import io.soabench.analyzer.stat.Words;
import io.soabench.plan.Plan.CasePlan;
import io.soabench.plan.Plan.WorkloadPlan;
import io.soabench.plan.StatisticFunction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is said of an engine that is compared with none: how long it takes under each workload, and how many requests it lost. There are
 * such answers only when the run has one engine.
 */
final class SingleEngine {

    /** More processes would make no sentence; the others are counted. */
    private static final int MOST_NAMED = 4;

    private final List<CaseResult> cases;
    private final Map<String, WorkloadPlan> workloads;

    /** @param workloads by name */
    SingleEngine(List<CaseResult> cases, Map<String, WorkloadPlan> workloads) {
        this.cases = cases;
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
        boolean suites =
                cases.stream().map(c -> c.testCase().suite()).distinct().count() > 1;
        return workloads.values().stream().map(group -> answer(group, suites)).toList();
    }

    private Answer answer(List<CaseResult> group, boolean suites) {
        CasePlan first = group.get(0).testCase();
        Interval only = group.size() == 1 ? mean(group.get(0)) : new Interval(Double.NaN, Double.NaN, Double.NaN, 0);
        boolean blackBox = first.server().isEmpty();
        List<String> parts = new ArrayList<>();
        group.stream().limit(MOST_NAMED).forEach(one -> parts.add(part(one)));
        if (group.size() > MOST_NAMED) {
            parts.add(Words.count(group.size() - MOST_NAMED, "more process is", "more processes are")
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
                "Under " + first.workload() + (suites ? " of " + first.suite() : "")
                        + (blackBox ? ": " : ", on " + CaseResult.engine(first) + ": ") + String.join("; ", parts)
                        + ".");
    }

    private static Interval mean(CaseResult one) {
        return one.statistic(Statistic.RESPONSE_TIME, StatisticFunction.AVERAGE);
    }

    private static double level(CaseResult one) {
        Statistic mean = new Statistic(
                Statistic.RESPONSE_TIME, Statistic.process(one.testCase().subject()), StatisticFunction.AVERAGE);
        return one.statistics().stream()
                .filter(s -> s.statistic().equals(mean))
                .mapToDouble(CaseStatistic::confidence)
                .findFirst()
                .orElseThrow();
    }

    private String part(CaseResult one) {
        String process = one.testCase().subject();
        Standing standing = one.standing();
        if (standing.state() == Standing.State.NONE) {
            return "of " + process + " nothing can be told, because no repetition is valid";
        }
        Interval mean = mean(one);
        boolean batches = workloads.get(one.testCase().workload()).ordersBatches();
        String time;
        if (standing.state() == Standing.State.SATURATED) {
            time = process + " did not keep up"
                    + (Double.isNaN(standing.atLeastMs())
                            ? ""
                            : " and takes at least " + Words.ms(standing.atLeastMs()) + " on average");
        } else if (Double.isNaN(mean.mean())) {
            time = "no request to " + process + " was answered";
        } else {
            time = (batches ? "a batch of " + process + " takes " : process + " is answered in ")
                    + Words.ms(mean.mean()) + " on average ("
                    + (mean.known()
                            ? Words.level(level(one)) + " CI "
                                    + Words.interval(mean.mean(), mean.low(), mean.high(), Words::ms) + " over "
                                    + Words.count(mean.count(), "repetition", "repetitions")
                            : "a single repetition, so without an interval")
                    + ")";
        }
        long requests =
                one.usable().stream().mapToLong(RepetitionResult::requests).sum();
        Interval failures = one.statistic(Statistic.FAILURES, StatisticFunction.AVERAGE);
        String all = batches ? Words.count(requests, "batch", "batches") : Words.count(requests, "request", "requests");
        return time + ", " + (failures.mean() == 0 ? "none of " + all : Words.percent(failures.mean()) + " of " + all)
                + " failed";
    }
}
