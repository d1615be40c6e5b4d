package io.soabench.engine.bpel.syntax;

/**
 * A {@code compensate} as written: it compensates all completed inner scopes (section 12.4.3.2).
 *
 * @param header the standard attributes and elements
 */
public record Compensate(ActivityHeader header) implements ActivityElement {}
