package io.soabench.engine.bpel.syntax;

/**
 * {@code empty}: does nothing (section 10.8).
 */
public record Empty(ActivityHeader header) implements ActivityElement {}
