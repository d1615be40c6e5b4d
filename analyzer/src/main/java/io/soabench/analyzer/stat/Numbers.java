package io.soabench.analyzer.stat;

/** Statistics of plain numbers, as {@link Distribution} has them of nanoseconds. */
public final class Numbers {

    private Numbers() {}

    /** Arithmetic mean; NaN when there is no value. */
    public static double mean(double[] values) {
        return Interval.mean(values);
    }

    /** Standard deviation of a sample (divisor n - 1); NaN with fewer than two values. */
    public static double sd(double[] values) {
        return Math.sqrt(Interval.variance(values));
    }

    /** Like {@link Distribution#quantile}, of numbers in ascending order that need not be whole. */
    public static double quantile(double[] sorted, double share) {
        if (sorted.length == 0) {
            return Double.NaN;
        }
        double rank = share * (sorted.length - 1);
        int below = (int) Math.floor(rank);
        double rest = rank - below;
        return rest == 0 ? sorted[below] : sorted[below] + rest * (sorted[below + 1] - sorted[below]);
    }
}
