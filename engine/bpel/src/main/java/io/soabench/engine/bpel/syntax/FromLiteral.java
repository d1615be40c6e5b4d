package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;
import io.soabench.contracts.source.XmlElement;

/**
 * The content of a {@code literal} element.
 */
public record FromLiteral(XmlElement literal, Location location) implements From {}
