package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;

/**
 * An empty {@code to}; only legal with an extension, which is a problem here.
 */
public record ToNothing(Location location) implements To {}
