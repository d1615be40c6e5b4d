package io.soabench.engine.bpel.model;

/** The data that an expression selects, starting at a variable. */
public record ExpressionTarget(BoundExpression expression) implements ToSpec {}
