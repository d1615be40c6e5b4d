package io.soabench.analyzer.stat;

import java.util.Arrays;

/**
 * All values of a sample in ascending order. Every statistic is exact: nothing is put into buckets.
 *
 * <p>Not changed after it was made; safe for use by many threads.
 */
public final class SortedSample {

    private final long[] sorted;
    private final int from;
    private final int to;
    private final double mean;
    private final double sd;

    private SortedSample(long[] sorted, int from, int to) {
        this.sorted = sorted;
        this.from = from;
        this.to = to;
        int n = to - from;
        // The sum of nanoseconds may exceed a long only after 292 years of latency.
        long sum = 0;
        for (int i = from; i < to; i++) {
            sum += sorted[i];
        }
        mean = n == 0 ? Double.NaN : (double) sum / n;
        double squares = 0;
        for (int i = from; i < to; i++) {
            double distance = sorted[i] - mean;
            squares += distance * distance;
        }
        sd = n < 2 ? Double.NaN : Math.sqrt(squares / (n - 1));
    }

    /**
     * The distribution of the first {@code count} values. The array is sorted in place and kept: the caller gives it away.
     */
    public static SortedSample of(long[] values, int count) {
        return range(values, 0, count);
    }

    /** The distribution of the values from index {@code from} to before {@code to}, which are sorted in place and kept. */
    public static SortedSample range(long[] values, int from, int to) {
        Arrays.sort(values, from, to);
        return new SortedSample(values, from, to);
    }

    /** Number of values. */
    public int count() {
        return to - from;
    }

    /** The value at a place in ascending order, from 0. */
    public long value(int place) {
        return sorted[from + place];
    }

    /** Smallest value; NaN when there is none. */
    public double min() {
        return from == to ? Double.NaN : sorted[from];
    }

    /** Largest value; NaN when there is none. */
    public double max() {
        return from == to ? Double.NaN : sorted[to - 1];
    }

    /** Arithmetic mean; NaN when there is no value. */
    public double mean() {
        return mean;
    }

    /** Standard deviation of a sample (divisor n - 1); NaN with fewer than two values. */
    public double sd() {
        return sd;
    }

    /** The value in the middle, or the mean of the two in the middle. */
    public double median() {
        return quantile(0.5);
    }

    /** The same as {@link #quantile}; NaN where so few values do not tell it ({@link NumberStatistics#valuesFor}). */
    public double tail(double share) {
        return NumberStatistics.told(quantile(share), share, count());
    }

    /**
     * The value below which a share of all values lies, by linear interpolation between order statistics (type 7 of
     * Hyndman and Fan, "Sample quantiles in statistical packages", 1996; the default of R).
     *
     * @param share 0 to 1
     * @return NaN when there is no value
     */
    public double quantile(double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("a quantile is between 0 and 1, not " + share);
        }
        if (from == to) {
            return Double.NaN;
        }
        double rank = share * (to - from - 1);
        int below = (int) Math.floor(rank);
        double low = sorted[from + below];
        double rest = rank - below;
        return rest == 0 ? low : low + rest * (sorted[from + below + 1] - low);
    }
}
