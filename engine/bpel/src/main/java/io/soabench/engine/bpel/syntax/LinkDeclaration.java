package io.soabench.engine.bpel.syntax;

import io.soabench.engine.bpel.source.Location;

/**
 * A link declared in a flow.
 */
public record LinkDeclaration(String name, Location location) {}
