package io.soabench.engine.bpel.model;

/**
 * The value of an expression.
 */
public record ExpressionSource(BoundExpression expression) implements FromSpec {}
