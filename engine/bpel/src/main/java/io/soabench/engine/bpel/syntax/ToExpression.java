package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Expression;
import io.soabench.contracts.source.Location;

/** The data that an expression selects, starting at a variable. */
public record ToExpression(Expression expression, Location location) implements To {}
