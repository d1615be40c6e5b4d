package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Expression;
import io.soabench.contracts.source.Location;

/**
 * The value of an expression.
 */
public record FromExpression(Expression expression, Location location) implements From {}
