package io.soabench.analyzer.folder;

/**
 * A value of a server metric at one time.
 *
 * @param atNs nanoseconds since the Unix epoch
 * @param value NaN when the quantity did not exist
 * @param source source of the value, or the reason for its absence
 */
public record MetricObservation(String server, long atNs, String metric, double value, String unit, String source) {}
