package io.soabench.engine.bpel.model;

/**
 * The {@code from} of a variable; runs before the scope's activity, in document order.
 */
public record Initializer(Variable variable, FromSpec source) {}
