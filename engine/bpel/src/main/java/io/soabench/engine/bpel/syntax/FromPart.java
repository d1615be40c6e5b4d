package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;

/**
 * A part of a received message goes to a variable.
 */
public record FromPart(String part, String toVariable, Location location) {}
