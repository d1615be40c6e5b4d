package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;
import javax.xml.namespace.QName;

/**
 * A property of a variable.
 */
public record ToProperty(String variable, QName property, Location location) implements To {}
