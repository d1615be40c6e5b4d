package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Expression;
import io.soabench.contracts.source.Location;

/**
 * A condition with its activity: the {@code if} itself, or an {@code elseif}.
 *
 * @param condition the condition
 * @param activity the activity that runs if the condition is true
 * @param location the element
 */
public record Branch(Expression condition, ActivityElement activity, Location location) {}
