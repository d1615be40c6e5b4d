package io.soabench.analyzer.judge;

import io.soabench.analyzer.stat.KruskalWallis;
import io.soabench.analyzer.stat.Words;
import io.soabench.plan.Plan.CasePlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Whether three or more groups of repetitions differ at all: of engines under one process and workload, or of workloads of one engine and
 * process (F12 §IV). Two groups are a pair, which has a test of its own.
 *
 * @param engine null when it differs
 * @param workload null when it differs
 * @param groups names of what differs
 * @param fewest repetitions of the smallest group
 */
public record RankTest(
        Kind kind,
        String suite,
        String engine,
        String process,
        String workload,
        List<String> groups,
        int fewest,
        KruskalWallis result,
        String sentence) {

    private static final int FEWEST_GROUPS = 3;

    private static final double LEAST_P = 0.001;

    /** What differs. */
    public enum Kind {
        /** The engine. */
        ENGINE,
        /** The workload. */
        WORKLOAD
    }

    /** All tests that the cases allow: those of engines first. */
    public static List<RankTest> of(List<CaseResult> cases, double confidence) {
        List<CaseResult> told = cases.stream()
                .filter(c -> !c.testCase().isTwin() && c.means().length > 0)
                .toList();
        List<RankTest> tests = new ArrayList<>();
        grouped(told, c -> List.of(c.suite(), c.subject(), c.workload()))
                .forEach(group -> tests.add(test(Kind.ENGINE, group, confidence)));
        grouped(told, c -> List.of(CaseResult.engine(c), c.subject()))
                .forEach(group -> tests.add(test(Kind.WORKLOAD, group, confidence)));
        return tests;
    }

    private static List<List<CaseResult>> grouped(List<CaseResult> cases, Function<CasePlan, List<String>> key) {
        Map<List<String>, List<CaseResult>> groups = new LinkedHashMap<>();
        cases.forEach(each -> groups.computeIfAbsent(key.apply(each.testCase()), k -> new ArrayList<>())
                .add(each));
        return groups.values().stream()
                .filter(group -> group.size() >= FEWEST_GROUPS)
                .toList();
    }

    private static RankTest test(Kind kind, List<CaseResult> group, double confidence) {
        List<double[]> means = group.stream().map(CaseResult::means).toList();
        KruskalWallis result = KruskalWallis.of(means);
        CasePlan first = group.get(0).testCase();
        boolean engines = kind == Kind.ENGINE;
        List<String> names = group.stream()
                .map(c ->
                        engines ? CaseResult.engine(c.testCase()) : c.testCase().workload())
                .toList();
        int fewest = means.stream().mapToInt(each -> each.length).min().orElse(0);
        String where = first.subject() + (engines ? " under " + first.workload() : " on " + CaseResult.engine(first));
        String what = names.size() + (engines ? " engines" : " workloads");
        String found;
        if (Double.isNaN(result.pValue())) {
            found = "whether the " + what + " differ cannot be tested by ranks: it takes " + KruskalWallis.MIN_VALUES
                    + " repetitions of each, and one has " + fewest;
        } else {
            boolean differ = result.pValue() < 1 - confidence;
            found = (differ ? "the " + what + " differ" : "no difference between the " + what + " can be told")
                    + " (Kruskal–Wallis H " + Words.number(result.statistic()) + ", p "
                    + (result.pValue() < LEAST_P ? "< " + LEAST_P : Words.number(result.pValue())) + ")";
        }
        return new RankTest(
                kind,
                engines ? first.suite() : null,
                engines ? null : CaseResult.engine(first),
                first.subject(),
                engines ? first.workload() : null,
                names,
                fewest,
                result,
                where + ": " + found + ".");
    }
}
