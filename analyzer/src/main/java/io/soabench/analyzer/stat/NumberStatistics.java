package io.soabench.analyzer.stat;

import io.soabench.plan.StatisticFunction;

/** Statistics of plain numbers, as {@link SortedSample} has them of nanoseconds. */
public final class NumberStatistics {

    private NumberStatistics() {}

    /** Returns the arithmetic mean; NaN when there is no value. */
    public static double mean(double[] values) {
        return Interval.mean(values);
    }

    /** Returns the standard deviation of a sample (divisor n - 1); NaN with fewer than two values. */
    public static double sd(double[] values) {
        return Math.sqrt(Interval.variance(values));
    }

    /** Returns a quantile like {@link SortedSample#quantile}, of numbers in ascending order that need not be whole. */
    public static double quantile(double[] sorted, double share) {
        if (sorted.length == 0) {
            return Double.NaN;
        }
        double rank = share * (sorted.length - 1);
        int below = (int) Math.floor(rank);
        double rest = rank - below;
        return rest == 0 ? sorted[below] : sorted[below] + rest * (sorted[below + 1] - sorted[below]);
    }

    /** Returns a quantile of a number of values; NaN where they are too few for it. */
    public static double known(double quantile, double share, long values) {
        return values < StatisticFunction.valuesFor(share) ? Double.NaN : quantile;
    }
}
