package io.soabench.analyzer.repetition;

import io.soabench.analyzer.stat.NumberStatistics;
import io.soabench.analyzer.stat.SortedSample;
import io.soabench.plan.StatisticFunction;
import java.util.Arrays;
import java.util.stream.DoubleStream;

/** The values of one metric in one repetition, from which any statistic can be computed exactly. Immutable. */
public final class MetricValues {

    private static final double NS_PER_MS = 1e6;

    private final double[] sorted;
    private final String unit;
    private final double average;
    private final long count;
    private final double total;

    /**
     * Creates values with numbers that replace computed ones.
     *
     * @param average replaces the average of the values, when the metric is a ratio or a rate over the whole measurement; else NaN
     * @param count replaces the number of values; else -1
     * @param total the count of a counter; NaN when the metric does not count
     */
    private MetricValues(double[] sorted, String unit, double average, long count, double total) {
        this.sorted = sorted;
        this.unit = unit;
        this.average = average;
        this.count = count;
        this.total = total;
    }

    /** Returns durations in milliseconds. */
    static MetricValues of(SortedSample ns) {
        double[] ms = new double[ns.count()];
        for (int i = 0; i < ms.length; i++) {
            ms[i] = ns.value(i) / NS_PER_MS;
        }
        return new MetricValues(ms, "ms", ns.mean() / NS_PER_MS, -1, Double.NaN);
    }

    /** Returns levels. */
    static MetricValues of(double[] values, String unit) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return new MetricValues(sorted, unit, Double.NaN, -1, Double.NaN);
    }

    /** Returns the same values with an average and a count over the whole measurement. */
    MetricValues whole(double overall, long counted) {
        return new MetricValues(sorted, unit, overall, counted, total);
    }

    /** Returns the same values with a total. */
    MetricValues withTotal(double counted) {
        return new MetricValues(sorted, unit, average, count, counted);
    }

    /** Returns the unit of the values. */
    public String unit() {
        return unit;
    }

    /** Returns the values, in any order. */
    public DoubleStream stream() {
        return Arrays.stream(sorted);
    }

    /** Returns the unit of a statistic of the values; a number of values has none. */
    String unit(StatisticFunction function) {
        return function.kind().hasUnit() ? unit : "";
    }

    /**
     * Returns a statistic of the values.
     *
     * @return NaN when there are too few values, or when there is none
     * @throws IllegalArgumentException when the function yields no number
     */
    double of(StatisticFunction function) {
        return switch (function.kind()) {
            case MIN -> NumberStatistics.quantile(sorted, 0);
            case MAX -> NumberStatistics.quantile(sorted, 1);
            case MEDIAN -> NumberStatistics.quantile(sorted, 0.5);
            case PERCENTILE -> NumberStatistics.quantile(sorted, function.fraction());
            case AVERAGE -> Double.isNaN(average) ? NumberStatistics.mean(sorted) : average;
            case STANDARD_DEVIATION -> NumberStatistics.sd(sorted);
            case COUNT -> count < 0 ? sorted.length : (double) count;
            case TOTAL -> total;
            case CONFIDENCE, HISTOGRAM, CHART_OVER_TIME ->
                throw new IllegalArgumentException("\"" + function.text() + "\" is no number");
        };
    }
}
