package io.soabench.analyzer.judge;

/** A server metric within the measured window; numbers in its unit. */
public record MetricSummary(
        String server,
        String metric,
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
        double last) {}
