package io.soabench.analyzer.folder;

/**
 * One value of a server metric.
 *
 * @param atNs nanoseconds since the Unix epoch
 * @param source where it was read
 */
public record Observation(String server, long atNs, String metric, double value, String unit, String source) {}
