package io.soabench.analyzer.stat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/**
 * A test for differences in location between groups of values, by their ranks alone (Kruskal and Wallis, "Use of ranks
 * in one-criterion variance analysis", 1952), corrected for ties.
 *
 * @param statistic H; NaN when there are fewer than two groups, or all values are the same
 * @param freedom groups less one
 * @param pValue of no difference, by the chi-squared distribution; NaN when a group has fewer than {@value #MIN_VALUES}
 *     values, because the distribution is wrong then
 */
public record KruskalWallis(double statistic, int freedom, double pValue) {

    /** Smallest group for which H is distributed as chi-squared. */
    public static final int MIN_VALUES = 5;

    /** Tests groups of independent values. */
    public static KruskalWallis of(List<double[]> groups) {
        int number = groups.stream().mapToInt(group -> group.length).sum();
        int[] group = new int[number];
        double[] value = new double[number];
        int next = 0;
        for (int g = 0; g < groups.size(); g++) {
            for (double each : groups.get(g)) {
                group[next] = g;
                value[next++] = each;
            }
        }
        Integer[] order = new Integer[number];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparingDouble(i -> value[i]));
        double[] ranks = new double[groups.size()];
        double ties = 0;
        for (int from = 0; from < number; ) {
            int to = from + 1;
            while (to < number && value[order[to]] == value[order[from]]) {
                to++;
            }
            double same = to - from;
            ties += same * same * same - same;
            for (int i = from; i < to; i++) {
                ranks[group[order[i]]] += (from + 1 + to) / 2.0;
            }
            from = to;
        }
        double sum = 0;
        for (int g = 0; g < ranks.length; g++) {
            sum += ranks[g] * ranks[g] / groups.get(g).length;
        }
        double n = number;
        double correction = 1 - ties / (n * n * n - n);
        double h = (12 / (n * (n + 1)) * sum - 3 * (n + 1)) / correction;
        boolean known = groups.size() > 1 && correction > 0 && groups.stream().allMatch(each -> each.length > 0);
        boolean tested = known && groups.stream().allMatch(each -> each.length >= MIN_VALUES);
        return new KruskalWallis(
                known ? h : Double.NaN,
                groups.size() - 1,
                tested ? ChiSquaredDistribution.of(groups.size() - 1.0).survivalProbability(h) : Double.NaN);
    }
}
