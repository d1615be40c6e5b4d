package io.soabench.analyzer.stat;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/**
 * A test for differences in location between groups of values, by the ranks within blocks (Friedman, "The use of ranks
 * to avoid the assumption of normality implicit in the analysis of variance", 1937). It is corrected for ties (Conover,
 * "Practical nonparametric statistics", 1999, section 5.8). A disturbance of a whole block changes no rank.
 *
 * @param statistic Q; NaN when there are fewer than two groups or no blocks, or when all values of each block are the
 *     same
 * @param freedom groups less one
 * @param pValue of no difference, by the chi-squared distribution; NaN when there are fewer than {@value #MIN_BLOCKS}
 *     blocks, because the distribution is wrong then
 */
public record Friedman(double statistic, int freedom, double pValue) {

    /** Minimum number of blocks for which Q is distributed as chi-squared. */
    public static final int MIN_BLOCKS = 5;

    /**
     * Tests groups in blocks.
     *
     * @param blocks each with one value a group, in the same order of groups
     */
    public static Friedman of(List<double[]> blocks) {
        int groups = blocks.isEmpty() ? 0 : blocks.get(0).length;
        double n = blocks.size();
        double k = groups;
        double[] sums = new double[groups];
        double ties = 0;
        for (double[] block : blocks) {
            for (int g = 0; g < groups; g++) {
                double value = block[g];
                double less = Arrays.stream(block).filter(each -> each < value).count();
                double same = Arrays.stream(block).filter(each -> each == value).count();
                sums[g] += less + (same + 1) / 2;
                // A tie of t values has the correction t³ − t. Each of its t members adds t² − 1 here.
                ties += same * same - 1;
            }
        }
        double squares = Arrays.stream(sums).map(sum -> sum * sum).sum();
        double correction = 1 - ties / (n * k * (k * k - 1));
        boolean known = groups > 1 && correction > 0;
        double q = known ? (12 / (n * k * (k + 1)) * squares - 3 * n * (k + 1)) / correction : Double.NaN;
        return new Friedman(
                q,
                groups - 1,
                known && n >= MIN_BLOCKS ? ChiSquaredDistribution.of(k - 1).survivalProbability(q) : Double.NaN);
    }
}
