package io.soabench.analyzer.judge;

import io.soabench.plan.MetricRecord.Kind;

/**
 * A server metric within the measured window; numbers in its unit, NaN where there is none.
 *
 * @param kind of a counter, all from {@code minimum} to {@code sd} are of its rate per second
 * @param source where it was read, or why it was not
 * @param observations number of values
 * @param increase of a counter: what it counted within the window; else last minus first value
 */
public record MetricSummary(
        String server,
        String metric,
        Kind kind,
        String unit,
        String source,
        long observations,
        double minimum,
        double mean,
        double median,
        double p95,
        double p99,
        double maximum,
        double sd,
        double first,
        double last,
        double increase) {}
