package io.soabench.engine.bpel.syntax;

import io.soabench.engine.bpel.source.Location;
import io.soabench.engine.bpel.source.XmlElement;

/**
 * The content of a {@code literal} element.
 */
public record FromLiteral(XmlElement literal, Location location) implements From {}
