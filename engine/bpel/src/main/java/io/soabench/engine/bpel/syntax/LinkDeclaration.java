package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;

/** A link, as a flow declares it (section 11.6). */
public record LinkDeclaration(String name, Location location) {}
