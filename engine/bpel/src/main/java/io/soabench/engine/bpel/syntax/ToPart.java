package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;

/** The copy of a variable to a part of a message that is sent. */
public record ToPart(String part, String fromVariable, Location location) {}
