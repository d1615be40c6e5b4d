package io.soabench.engine.bpel.syntax;

/**
 * {@code wait}: waits for a time (section 10.7).
 */
public record Wait(ActivityHeader header, Alarm alarm) implements ActivityElement {}
