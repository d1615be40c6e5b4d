package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;

/**
 * A link declared in a flow.
 */
public record LinkDeclaration(String name, Location location) {}
