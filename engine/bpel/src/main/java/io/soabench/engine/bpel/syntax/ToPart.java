package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;

/**
 * A part of a message to send comes from a variable.
 */
public record ToPart(String part, String fromVariable, Location location) {}
