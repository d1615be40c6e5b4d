package io.soabench.analyzer.cases;

import io.soabench.analyzer.stat.Friedman;
import io.soabench.analyzer.stat.Holm;
import io.soabench.analyzer.stat.KruskalWallis;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.plan.CasePlan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A test of three or more groups of repetitions at a time: of engines under one process and workload, or of workloads of one engine and
 * process (F12 §IV). Engines of a block had the same requests at about the same time, so they are ranked within blocks (Friedman); loads
 * have no blocks (Kruskal–Wallis). Two groups are a pair, which has a test of its own. A case that did not keep up with its load is in no
 * group, because its answers do not represent the unanswered requests. An engine at its capacity is in no group of engines, because its
 * clients wait the longer the more they are: pairs do not compare its response times either.
 *
 * @param test test of the groups
 * @param engine null when it differs
 * @param workload null when it differs
 * @param groups names of the groups
 * @param fewest of engines the blocks that all of them have, of workloads the repetitions of the smallest group
 * @param statistic of the test; NaN when there is none
 * @param pValue of no difference, adjusted for all such tests of the run; NaN when there is none
 */
public record RankTest(
        Kind kind,
        Test test,
        String suite,
        String engine,
        String process,
        String workload,
        List<String> groups,
        int fewest,
        double statistic,
        int freedom,
        double pValue,
        String sentence) {

    private static final int FEWEST_GROUPS = 3;

    private static final double LEAST_P = 0.001;

    /** The difference between the groups. */
    public enum Kind {
        /** The engine. */
        ENGINE,
        /** The workload. */
        WORKLOAD
    }

    /** A test by ranks. */
    public enum Test {
        /** Ranks within blocks. */
        FRIEDMAN("Friedman Q"),
        /** Ranks of independent values. */
        KRUSKAL_WALLIS("Kruskal–Wallis H");

        private final String words;

        Test(String words) {
            this.words = words;
        }
    }

    /**
     * Returns all tests that the cases allow, those of engines first.
     *
     * @param pairs of the same cases: a test by ranks never denies a difference that one of them shows
     * @param capacities engines at their capacity
     */
    public static List<RankTest> of(
            List<CaseResult> cases, List<PairResult> pairs, EngineCapacities capacities, double confidence) {
        List<CaseResult> compared = cases.stream()
                .filter(c -> !c.testCase().isTwin() && c.means().length > 0)
                .filter(c -> c.usability().state() != CaseUsability.State.SATURATED)
                .toList();
        List<Groups> tested = new ArrayList<>();
        grouped(
                        compared.stream().filter(c -> !capacities.reached(c)).toList(),
                        c -> List.of(c.suite(), c.subject(), c.workload()))
                .forEach(group -> tested.add(Groups.engines(group)));
        grouped(compared, c -> List.of(CaseResult.engine(c), c.subject()))
                .forEach(group -> tested.add(Groups.workloads(group)));
        double[] adjusted =
                Holm.adjusted(tested.stream().mapToDouble(Groups::pValue).toArray());
        return IntStream.range(0, adjusted.length)
                .mapToObj(i -> tested.get(i).test(adjusted[i], differ(tested.get(i), pairs), confidence))
                .toList();
    }

    private static boolean differ(Groups groups, List<PairResult> pairs) {
        return groups.kind() == Kind.ENGINE
                && pairs.stream()
                        .filter(pair -> pair.kind() == PairResult.Kind.ENGINE)
                        .filter(pair -> groups.cases().contains(pair.a())
                                && groups.cases().contains(pair.b()))
                        .map(pair -> pair.verdict().state())
                        .anyMatch(state -> state == PairVerdict.State.BETTER || state == PairVerdict.State.WORSE);
    }

    private static List<List<CaseResult>> grouped(List<CaseResult> cases, Function<CasePlan, List<String>> key) {
        Map<List<String>, List<CaseResult>> groups = new LinkedHashMap<>();
        cases.forEach(each -> groups.computeIfAbsent(key.apply(each.testCase()), k -> new ArrayList<>())
                .add(each));
        return groups.values().stream()
                .filter(group -> group.size() >= FEWEST_GROUPS)
                .toList();
    }

    /**
     * Cases that differ in one thing, and the statistic of their repetitions.
     *
     * @param fewest as in the test
     */
    private record Groups(
            Kind kind, Test by, List<CaseResult> cases, int fewest, double statistic, int freedom, double pValue) {

        static Groups engines(List<CaseResult> cases) {
            List<NavigableMap<Integer, Double>> means = cases.stream()
                    .map(each -> each.meansByRepetition(each.testCase().subject()))
                    .toList();
            Set<Integer> common = new HashSet<>(means.get(0).keySet());
            means.forEach(each -> common.retainAll(each.keySet()));
            Friedman result = Friedman.of(common.stream()
                    .sorted()
                    .map(block ->
                            means.stream().mapToDouble(each -> each.get(block)).toArray())
                    .toList());
            return new Groups(
                    Kind.ENGINE,
                    Test.FRIEDMAN,
                    cases,
                    common.size(),
                    result.statistic(),
                    cases.size() - 1,
                    result.pValue());
        }

        static Groups workloads(List<CaseResult> cases) {
            KruskalWallis result =
                    KruskalWallis.of(cases.stream().map(CaseResult::means).toList());
            return new Groups(
                    Kind.WORKLOAD,
                    Test.KRUSKAL_WALLIS,
                    cases,
                    cases.stream().mapToInt(each -> each.means().length).min().orElse(0),
                    result.statistic(),
                    result.freedom(),
                    result.pValue());
        }

        RankTest test(double adjusted, boolean pairsDiffer, double confidence) {
            CasePlan first = cases.get(0).testCase();
            boolean engines = kind == Kind.ENGINE;
            List<String> names = cases.stream()
                    .map(CaseResult::testCase)
                    .map(c -> engines ? CaseResult.engine(c) : c.workload())
                    .toList();
            String where = first.subject()
                    + (engines ? " under " + cases.get(0).workload() : " on " + CaseResult.engine(first));
            return new RankTest(
                    kind,
                    by,
                    engines ? first.suite() : null,
                    engines ? null : CaseResult.engine(first),
                    first.subject(),
                    engines ? first.workload() : null,
                    names,
                    fewest,
                    statistic,
                    freedom,
                    adjusted,
                    where + ": " + found(adjusted, pairsDiffer, confidence) + ".");
        }

        private String found(double adjusted, boolean pairsDiffer, double confidence) {
            String groups = cases.size() + (kind == Kind.ENGINE ? " engines" : " workloads");
            if (Double.isNaN(adjusted)) {
                return "ranks cannot show whether the " + groups + " differ: " + missing();
            }
            String numbers = " (" + by.words + " " + SentenceText.number(statistic) + ", p (Holm) "
                    + (adjusted < LEAST_P ? "< " + LEAST_P : String.format(Locale.ROOT, "%.3f", adjusted)) + ")";
            if (adjusted < 1 - confidence) {
                return "response times are not alike on all " + groups + numbers;
            }
            return pairsDiffer
                    ? "a pair of the " + groups + " differs, although the rank test shows no difference" + numbers
                    : "ranks show no difference between the " + groups + numbers;
        }

        private String missing() {
            if (kind == Kind.ENGINE) {
                return fewest < Friedman.MIN_BLOCKS
                        ? "the test needs " + Friedman.MIN_BLOCKS + " blocks in which all of them count, and there "
                                + (fewest == 1 ? "is " : "are ") + fewest
                        : "all their averages are the same";
            }
            return fewest < KruskalWallis.MIN_VALUES
                    ? "the test needs " + KruskalWallis.MIN_VALUES + " repetitions of each, and one has " + fewest
                    : "all their averages are the same";
        }
    }
}
