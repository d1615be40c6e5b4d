package io.soabench.analyzer.judge;

import io.soabench.analyzer.stat.Interval;
import io.soabench.analyzer.stat.Numbers;
import io.soabench.analyzer.stat.Ratio;
import io.soabench.analyzer.stat.Words;
import io.soabench.plan.Plan.CasePlan;
import io.soabench.plan.StatisticFunction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;

/** Compares cases that ran under the same workload. Only valid repetitions count. */
public final class Comparisons {

    /** Failure rates that differ by as much are named together with the response times. */
    private static final double NOTED_FAILURES = 0.01;

    private Comparisons() {}

    /**
     * All pairs of comparable cases, those that differ in the engine first.
     */
    public static List<PairResult> pairs(List<CaseResult> cases, double confidence) {
        List<PairResult> engines = new ArrayList<>();
        List<PairResult> processes = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            for (int j = i + 1; j < cases.size(); j++) {
                CasePlan a = cases.get(i).testCase();
                CasePlan b = cases.get(j).testCase();
                if (a.suite().equals(b.suite()) && a.workload().equals(b.workload())) {
                    boolean sameEngine = a.server().equals(b.server());
                    boolean sameProcess = a.subject().equals(b.subject());
                    if (sameEngine != sameProcess) {
                        List<PairResult> pairs = sameProcess ? engines : processes;
                        pairs.add(pair(cases.get(i), cases.get(j), sameProcess, a.subject(), confidence));
                        if (sameProcess && a.mixed()) {
                            for (String process : a.processes()) {
                                pairs.add(pair(cases.get(i), cases.get(j), true, process, confidence));
                            }
                        }
                    }
                }
            }
        }
        engines.addAll(processes);
        return engines;
    }

    /** @param process what is compared by engine: all that the clients call, or one process of a mix */
    private static PairResult pair(CaseResult a, CaseResult b, boolean byEngine, String process, double confidence) {
        double meanA = Numbers.mean(byEngine ? a.means(process) : a.means());
        double meanB = Numbers.mean(byEngine ? b.means(process) : b.means());
        if (meanB < meanA) {
            return pair(b, a, byEngine, process, confidence);
        }
        Ratio ratio = byEngine ? blocked(a, b, process, confidence) : Ratio.unpaired(a.means(), b.means(), confidence);
        return new PairResult(
                byEngine,
                byEngine ? process : "",
                a,
                b,
                meanA,
                meanB,
                ratio,
                sentence(a, b, byEngine, process, ratio, confidence));
    }

    /**
     * The ratio of two engines that run the same process under the same workload. The repetitions of one number are a block: they have the
     * same requests, and what happened to the machine meanwhile. Where fewer than two blocks are complete, the valid repetitions of both
     * are compared as they are.
     */
    static Ratio blocked(CaseResult a, CaseResult b, String process, double confidence) {
        NavigableMap<Integer, Double> left = a.meansByRepetition(process);
        NavigableMap<Integer, Double> right = b.meansByRepetition(process);
        List<Integer> blocks = left.keySet().stream().filter(right::containsKey).toList();
        return blocks.size() > 1
                ? Ratio.paired(
                        blocks.stream().mapToDouble(left::get).toArray(),
                        blocks.stream().mapToDouble(right::get).toArray(),
                        confidence)
                : Ratio.unpaired(a.means(process), b.means(process), confidence);
    }

    private static String sentence(
            CaseResult a, CaseResult b, boolean byEngine, String process, Ratio ratio, double confidence) {
        String where = byEngine
                ? process + " under " + a.testCase().workload()
                : CaseResult.engine(a.testCase()) + " under " + a.testCase().workload();
        String first = byEngine ? CaseResult.engine(a.testCase()) : a.testCase().subject();
        String second =
                byEngine ? CaseResult.engine(b.testCase()) : b.testCase().subject();
        if (a.usable().isEmpty() || b.usable().isEmpty()) {
            return where + ": no difference between " + first + " and " + second
                    + " can be told, because one of them has no valid repetition.";
        }
        if (Double.isNaN(ratio.low())) {
            return where + ": no difference between " + first + " and " + second
                    + " can be told, because one of them has fewer than two valid repetitions.";
        }
        String interval = "(" + Words.level(confidence) + " CI " + Words.number(ratio.low()) + " to "
                + Words.number(ratio.high()) + ")";
        String failures = byEngine
                ? failures(a, process, b, process, first, second)
                : failures(a, a.testCase().subject(), b, b.testCase().subject(), first, second);
        return ratio.decided()
                ? where + ": " + first + " is " + Words.number(ratio.value()) + "× " + interval + " faster than "
                        + second + failures + "."
                : where + ": no difference between " + first + " and " + second + " can be told; the ratio is "
                        + Words.number(ratio.value()) + " " + interval + failures + ".";
    }

    /** A reader must not take an engine for fast that loses requests. */
    private static String failures(CaseResult a, String ofA, CaseResult b, String ofB, String first, String second) {
        double left =
                a.statistic(ofA, Statistic.FAILURES, StatisticFunction.AVERAGE).mean();
        double right =
                b.statistic(ofB, Statistic.FAILURES, StatisticFunction.AVERAGE).mean();
        return Math.abs(left - right) < NOTED_FAILURES
                ? ""
                : ", while " + Words.percent(left) + " of the requests to " + first + " and " + Words.percent(right)
                        + " of those to " + second + " failed";
    }

    /** The mean over processes for each engine and workload. */
    public static List<BarResult> bars(List<CaseResult> cases, double confidence) {
        Map<List<String>, List<CaseResult>> groups = new LinkedHashMap<>();
        for (CaseResult one : cases) {
            CasePlan plan = one.testCase();
            groups.computeIfAbsent(
                            List.of(plan.suite(), plan.workload(), CaseResult.engine(plan)), k -> new ArrayList<>())
                    .add(one);
        }
        List<BarResult> bars = new ArrayList<>();
        groups.forEach((key, group) -> {
            List<CaseResult> usable =
                    group.stream().filter(c -> c.means().length > 0).toList();
            double[][] means = usable.stream().map(CaseResult::means).toArray(double[][]::new);
            bars.add(new BarResult(
                    key.get(0),
                    key.get(1),
                    key.get(2),
                    usable.stream().map(c -> c.testCase().subject()).distinct().toList(),
                    (int) group.stream()
                            .map(c -> c.testCase().subject())
                            .distinct()
                            .count(),
                    Interval.ofGroups(means, confidence),
                    average(usable, Statistic.THROUGHPUT),
                    average(usable, Statistic.FAILURES)));
        });
        return bars;
    }

    private static double average(List<CaseResult> cases, String metric) {
        return cases.stream()
                .mapToDouble(c -> c.statistic(metric, StatisticFunction.AVERAGE).mean())
                .average()
                .orElse(Double.NaN);
    }
}
