package io.soabench.analyzer.cases;

import io.soabench.analyzer.stat.Ratio;
import io.soabench.plan.CasePlan;
import java.util.List;
import java.util.NavigableMap;
import java.util.function.Function;

/**
 * The ratios of two engines of a run, by blocks. The verdicts of pairs and the answers of the first page take those of response times from
 * here, so that both rest on one spread. Those of processor times are made in the same way. Throughput, overheads and steps are not: engines
 * do not spread alike in them. In two or three blocks, all engines that ran
 * the same process under the same workload share the spread within blocks. Engines that did not keep up, engines at their capacity and
 * twins do not take part: a pair with one of them has its own spread.
 */
public final class BlockedRatios {

    private final List<CaseResult> cases;
    private final EngineCapacities capacities;
    private final double confidence;

    BlockedRatios(List<CaseResult> cases, EngineCapacities capacities, double confidence) {
        this.cases = List.copyOf(cases);
        this.capacities = capacities;
        this.confidence = confidence;
    }

    /**
     * Returns the ratio of the response times of two engines that run the same process under the same workload. The repetitions of one number
     * are a block: they have the same requests and the same state of the machine. Where fewer than two blocks are complete, all valid
     * repetitions of both are compared.
     */
    public Ratio of(CaseResult a, CaseResult b, String process) {
        Ratio paired = paired(a, b, one -> one.meansByRepetition(process));
        return paired.known() ? paired : Ratio.unpaired(a.means(process), b.means(process), confidence);
    }

    /**
     * Returns the ratio of two engines that run the same process under the same workload, by blocks that both completed.
     *
     * @param values values of a case by repetition
     */
    Ratio paired(CaseResult a, CaseResult b, Function<CaseResult, NavigableMap<Integer, Double>> values) {
        NavigableMap<Integer, Double> left = values.apply(a);
        NavigableMap<Integer, Double> right = values.apply(b);
        List<Integer> blocks = left.keySet().stream().filter(right::containsKey).toList();
        return Ratio.paired(values(left, blocks), values(right, blocks), others(a, b, values, blocks), confidence);
    }

    /** Returns the ratio of two engines by the blocks that both have, with the spread of the pair alone. */
    static Ratio paired(NavigableMap<Integer, Double> left, NavigableMap<Integer, Double> right, double confidence) {
        List<Integer> blocks = left.keySet().stream().filter(right::containsKey).toList();
        return Ratio.paired(values(left, blocks), values(right, blocks), confidence);
    }

    private static double[] values(NavigableMap<Integer, Double> all, List<Integer> blocks) {
        return blocks.stream().mapToDouble(all::get).toArray();
    }

    /** Returns the values of the engines that share their spread with a pair. */
    private List<double[]> others(
            CaseResult a,
            CaseResult b,
            Function<CaseResult, NavigableMap<Integer, Double>> values,
            List<Integer> blocks) {
        if (blocks.size() > SharedSpreads.MOST_REPETITIONS || !shares(a) || !shares(b)) {
            return List.of();
        }
        return cases.stream()
                .filter(other -> !same(other, a) && !same(other, b) && together(other, a) && shares(other))
                .map(values)
                .filter(all -> all.keySet().containsAll(blocks))
                .map(all -> values(all, blocks))
                .toList();
    }

    private boolean shares(CaseResult one) {
        return !one.testCase().isTwin()
                && one.usability().state() != CaseUsability.State.SATURATED
                && !capacities.full(one);
    }

    private static boolean same(CaseResult one, CaseResult other) {
        return one.testCase().id().equals(other.testCase().id());
    }

    private static boolean together(CaseResult one, CaseResult other) {
        CasePlan a = one.testCase();
        CasePlan b = other.testCase();
        return a.suite().equals(b.suite())
                && a.workload().equals(b.workload())
                && a.subject().equals(b.subject());
    }
}
