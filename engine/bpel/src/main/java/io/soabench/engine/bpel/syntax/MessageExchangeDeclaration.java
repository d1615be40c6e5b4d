package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;

/**
 * A message exchange as written (section 10.4.1).
 */
public record MessageExchangeDeclaration(String name, Location location) {}
