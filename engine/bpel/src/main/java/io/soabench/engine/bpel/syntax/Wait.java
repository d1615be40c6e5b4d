package io.soabench.engine.bpel.syntax;

/**
 * A {@code wait} as written: it waits for a time (section 10.7).
 *
 * @param header the standard attributes and elements
 * @param alarm the time
 */
public record Wait(ActivityHeader header, Alarm alarm) implements ActivityElement {}
