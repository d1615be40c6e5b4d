package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;

/** The copy of a part of a received message to a variable. */
public record FromPart(String part, String toVariable, Location location) {}
