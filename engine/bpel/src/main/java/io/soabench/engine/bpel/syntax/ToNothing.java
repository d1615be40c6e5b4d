package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;

/**
 * An empty {@code to}. Only an extension may give it a meaning, so it is a problem here.
 *
 * @param location the element
 */
public record ToNothing(Location location) implements To {}
