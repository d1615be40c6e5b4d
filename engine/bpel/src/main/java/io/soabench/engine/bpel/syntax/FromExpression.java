package io.soabench.engine.bpel.syntax;

import io.soabench.engine.bpel.source.Expression;
import io.soabench.engine.bpel.source.Location;

/**
 * The value of an expression.
 */
public record FromExpression(Expression expression, Location location) implements From {}
