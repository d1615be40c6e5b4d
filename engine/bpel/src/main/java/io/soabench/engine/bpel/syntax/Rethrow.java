package io.soabench.engine.bpel.syntax;

/**
 * {@code rethrow}: raises the fault being handled again (section 10.11).
 */
public record Rethrow(ActivityHeader header) implements ActivityElement {}
