package io.soabench.engine.bpel.model;

/**
 * What an expression selects, starting at a variable.
 */
public record ExpressionTarget(BoundExpression expression) implements CopyTarget {}
