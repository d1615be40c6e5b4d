package io.soabench.engine.bpel.syntax;

/**
 * {@code compensate}: compensates all completed inner scopes (section 12.4.3.2).
 */
public record Compensate(ActivityHeader header) implements ActivityElement {}
