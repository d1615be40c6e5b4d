package io.soabench.analyzer.stat;

/**
 * The summary of a sample of durations in milliseconds; NaN where there are too few values.
 *
 * @param outliers outliers, which are never left out
 */
public record DurationSummary(
        long count,
        double min,
        double mean,
        double median,
        double p95,
        double p99,
        double max,
        double sd,
        Outliers outliers) {

    /** The summary of no value. */
    public static final DurationSummary EMPTY = of(SortedSample.of(new long[0], 0));

    private static final double NS_PER_MS = 1e6;

    /** Returns the summary of a sample of nanoseconds. */
    public static DurationSummary of(SortedSample ns) {
        return new DurationSummary(
                ns.count(),
                ns.min() / NS_PER_MS,
                ns.mean() / NS_PER_MS,
                ns.median() / NS_PER_MS,
                ns.quantile(0.95) / NS_PER_MS,
                ns.quantile(0.99) / NS_PER_MS,
                ns.max() / NS_PER_MS,
                ns.sd() / NS_PER_MS,
                Outliers.of(ns).times(1 / NS_PER_MS));
    }
}
