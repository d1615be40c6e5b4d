package io.soabench.engine.bpel.syntax;

/**
 * An {@code empty} as written: it does nothing (section 10.8).
 *
 * @param header the standard attributes and elements
 */
public record Empty(ActivityHeader header) implements ActivityElement {}
