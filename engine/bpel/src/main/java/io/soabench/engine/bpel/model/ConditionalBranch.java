package io.soabench.engine.bpel.model;

/**
 * A condition with its activity.
 */
public record ConditionalBranch(BoundExpression condition, ActivityNode activity) {}
