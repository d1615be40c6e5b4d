package io.soabench.analyzer.repetition;

import io.soabench.plan.MetricRecord.Kind;

/**
 * A server metric within the measured window, beside its {@link RepetitionStatistics statistics}; numbers in its unit, NaN where there is none.
 *
 * @param kind of a counter, statistics but the total are of its rate per second
 * @param source where it was read, or why it was not
 * @param first value in the window
 * @param last value in the window
 */
public record MetricSummary(
        String server, String metric, Kind kind, String unit, String source, double first, double last) {}
