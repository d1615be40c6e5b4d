package io.soabench.engine.bpel.model;

/**
 * A condition with its activity.
 */
public record Choice(BoundExpression condition, ActivityNode activity) {}
