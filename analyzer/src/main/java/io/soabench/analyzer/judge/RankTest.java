package io.soabench.analyzer.judge;

import io.soabench.analyzer.stat.Holm;
import io.soabench.analyzer.stat.KruskalWallis;
import io.soabench.analyzer.stat.Words;
import io.soabench.plan.Plan.CasePlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Whether three or more groups of repetitions differ at all: of engines under one process and workload, or of workloads of one engine and
 * process (F12 §IV). Two groups are a pair, which has a test of its own. What an engine answers of a load that it does not keep up with tells
 * nothing of what it does not answer, so such cases are in no group.
 *
 * @param engine null when it differs
 * @param workload null when it differs
 * @param groups names of what differs
 * @param fewest repetitions of the smallest group
 * @param pValue of no difference, adjusted for all such tests of the run; NaN when there is none
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
        double pValue,
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
                .filter(c -> c.standing().state() != Standing.State.SATURATED)
                .toList();
        List<Groups> tested = new ArrayList<>();
        grouped(told, c -> List.of(c.suite(), c.subject(), c.workload()))
                .forEach(group -> tested.add(Groups.of(Kind.ENGINE, group)));
        grouped(told, c -> List.of(CaseResult.engine(c), c.subject()))
                .forEach(group -> tested.add(Groups.of(Kind.WORKLOAD, group)));
        double[] adjusted = Holm.adjusted(
                tested.stream().mapToDouble(each -> each.result().pValue()).toArray());
        return IntStream.range(0, adjusted.length)
                .mapToObj(i -> test(tested.get(i), adjusted[i], confidence))
                .toList();
    }

    /** Cases that are told apart by one thing, and the statistic of their repetitions. */
    private record Groups(Kind kind, List<CaseResult> cases, KruskalWallis result) {

        static Groups of(Kind kind, List<CaseResult> cases) {
            return new Groups(
                    kind,
                    cases,
                    KruskalWallis.of(cases.stream().map(CaseResult::means).toList()));
        }
    }

    private static List<List<CaseResult>> grouped(List<CaseResult> cases, Function<CasePlan, List<String>> key) {
        Map<List<String>, List<CaseResult>> groups = new LinkedHashMap<>();
        cases.forEach(each -> groups.computeIfAbsent(key.apply(each.testCase()), k -> new ArrayList<>())
                .add(each));
        return groups.values().stream()
                .filter(group -> group.size() >= FEWEST_GROUPS)
                .toList();
    }

    private static RankTest test(Groups groups, double pValue, double confidence) {
        List<CaseResult> group = groups.cases();
        KruskalWallis result = groups.result();
        CasePlan first = group.get(0).testCase();
        String workload = group.get(0).workload();
        boolean engines = groups.kind() == Kind.ENGINE;
        List<String> names = group.stream()
                .map(c ->
                        engines ? CaseResult.engine(c.testCase()) : c.testCase().workload())
                .toList();
        int fewest = group.stream().mapToInt(each -> each.means().length).min().orElse(0);
        String where = first.subject() + (engines ? " under " + workload : " on " + CaseResult.engine(first));
        String what = names.size() + (engines ? " engines" : " workloads");
        String found;
        if (Double.isNaN(pValue)) {
            found = "whether the " + what + " differ cannot be tested by ranks: "
                    + (fewest < KruskalWallis.MIN_VALUES
                            ? "it takes " + KruskalWallis.MIN_VALUES + " repetitions of each, and one has " + fewest
                            : "all their averages are the same");
        } else {
            boolean differ = pValue < 1 - confidence;
            found = (differ
                            ? "the " + what + " are not all alike"
                            : "no difference between the " + what + " can be told")
                    + " (Kruskal–Wallis H " + Words.number(result.statistic()) + ", p "
                    + (pValue < LEAST_P ? "< " + LEAST_P : Words.number(pValue)) + ")";
        }
        return new RankTest(
                groups.kind(),
                engines ? first.suite() : null,
                engines ? null : CaseResult.engine(first),
                first.subject(),
                engines ? first.workload() : null,
                names,
                fewest,
                result,
                pValue,
                where + ": " + found + ".");
    }
}
