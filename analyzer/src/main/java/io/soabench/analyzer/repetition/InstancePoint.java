package io.soabench.analyzer.repetition;

/**
 * A single instance that began within the measured window, by the engine's own history.
 *
 * @param atS begin, in seconds since the start of the measurement
 * @param durationMs NaN when the instance had not ended when the history was read
 * @param standsFor number of instances for which it stands
 */
public record InstancePoint(String server, String process, double atS, double durationMs, int standsFor) {}
