package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Expression;
import io.soabench.contracts.source.Location;

/**
 * A condition with its activity.
 */
public record Branch(Expression condition, ActivityElement activity, Location location) {}
