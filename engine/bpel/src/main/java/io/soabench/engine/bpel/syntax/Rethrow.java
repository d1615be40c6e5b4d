package io.soabench.engine.bpel.syntax;

/**
 * A {@code rethrow} as written: it throws the handled fault again (section 10.11).
 *
 * @param header the standard attributes and elements
 */
public record Rethrow(ActivityHeader header) implements ActivityElement {}
