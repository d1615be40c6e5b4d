package io.soabench.analyzer.stat;

import java.util.Arrays;

/**
 * All values of a sample in ascending order. Every statistic is exact, because there are no buckets.
 *
 * <p>Immutable; safe for use by many threads.
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

    /** Returns the sample of the first {@code count} values. The array is sorted in place and kept, so the caller must not use it any more. */
    public static SortedSample of(long[] values, int count) {
        return range(values, 0, count);
    }

    /** Returns the sample of the values from index {@code from} to before {@code to}, which are sorted in place and kept. */
    public static SortedSample range(long[] values, int from, int to) {
        Arrays.sort(values, from, to);
        return new SortedSample(values, from, to);
    }

    /** Returns the number of values. */
    public int count() {
        return to - from;
    }

    /** Returns the value at a place in ascending order, from 0. */
    public long value(int place) {
        return sorted[from + place];
    }

    /** Returns the smallest value; NaN when there is none. */
    public double min() {
        return from == to ? Double.NaN : sorted[from];
    }

    /** Returns the largest value; NaN when there is none. */
    public double max() {
        return from == to ? Double.NaN : sorted[to - 1];
    }

    /** Returns the arithmetic mean; NaN when there is no value. */
    public double mean() {
        return mean;
    }

    /** Returns the standard deviation of a sample (divisor n - 1); NaN with fewer than two values. */
    public double sd() {
        return sd;
    }

    /** Returns the value in the middle, or the mean of the two in the middle. */
    public double median() {
        return quantile(0.5);
    }

    /** Returns the same as {@link #quantile}; NaN where there are too few values for it ({@link NumberStatistics#known}). */
    public double tail(double share) {
        return NumberStatistics.known(quantile(share), share, count());
    }

    /**
     * Returns the value below which a share of all values lies, by linear interpolation between order statistics (type 7 of Hyndman and
     * Fan, "Sample quantiles in statistical packages", 1996; the default of R).
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
