package io.soabench.analyzer.folder;

/**
 * One value of a server metric.
 *
 * @param atNs nanoseconds since the Unix epoch
 * @param value NaN when the quantity was not there
 * @param source where it was read, or why it was not
 */
public record MetricObservation(String server, long atNs, String metric, double value, String unit, String source) {}
