package io.soabench.analyzer.repetition;

import io.soabench.plan.MetricRecord.Kind;

/**
 * A server metric within the measured window, beside its {@link RepetitionStatistics statistics}; numbers in its unit, NaN where there is
 * none.
 *
 * @param kind kind of the metric; of a counter, all statistics but the total are of its rate per second
 * @param source source of the values, or the reason for their absence
 * @param first value in the window
 * @param last value in the window
 */
public record MetricSummary(
        String server, String metric, Kind kind, String unit, String source, double first, double last) {}
