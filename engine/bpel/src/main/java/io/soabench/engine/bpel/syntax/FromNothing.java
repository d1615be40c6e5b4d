package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;

/**
 * An empty {@code from}; only legal with an extension, which is a problem here.
 */
public record FromNothing(Location location) implements From {}
