package io.soabench.engine.bpel.model;

/**
 * {@code empty}, see {@link ActivityNode}.
 */
public record EmptyNode(ActivityInfo info) implements ActivityNode {}
