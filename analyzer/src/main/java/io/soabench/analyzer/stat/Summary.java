package io.soabench.analyzer.stat;

import java.util.Map;
import java.util.TreeMap;

/**
 * The statistics of a sample of durations in milliseconds; NaN where there are too few values.
 *
 * @param quantiles further quantiles by share
 */
public record Summary(
        long count,
        double min,
        double mean,
        double median,
        double p95,
        double p99,
        double p999,
        double max,
        double sd,
        Map<Double, Double> quantiles) {

    /** The summary of no value. */
    public static final Summary EMPTY = of(Distribution.of(new long[0], 0), new double[0]);

    private static final double NS_PER_MS = 1e6;

    /**
     * Sums up a distribution of nanoseconds.
     *
     * @param shares further quantiles to compute
     */
    public static Summary of(Distribution ns, double... shares) {
        Map<Double, Double> quantiles = new TreeMap<>();
        for (double share : shares) {
            quantiles.put(share, ns.quantile(share) / NS_PER_MS);
        }
        return new Summary(
                ns.count(),
                ns.min() / NS_PER_MS,
                ns.mean() / NS_PER_MS,
                ns.median() / NS_PER_MS,
                ns.quantile(0.95) / NS_PER_MS,
                ns.quantile(0.99) / NS_PER_MS,
                ns.quantile(0.999) / NS_PER_MS,
                ns.max() / NS_PER_MS,
                ns.sd() / NS_PER_MS,
                quantiles);
    }
}
