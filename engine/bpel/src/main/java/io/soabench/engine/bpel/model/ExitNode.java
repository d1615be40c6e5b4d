package io.soabench.engine.bpel.model;

/**
 * {@code exit}, see {@link ActivityNode}.
 */
public record ExitNode(ActivityInfo info) implements ActivityNode {}
