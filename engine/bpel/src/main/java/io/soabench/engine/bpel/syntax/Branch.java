package io.soabench.engine.bpel.syntax;

import io.soabench.engine.bpel.source.Expression;
import io.soabench.engine.bpel.source.Location;

/**
 * A condition with its activity.
 */
public record Branch(Expression condition, Activity activity, Location location) {}
