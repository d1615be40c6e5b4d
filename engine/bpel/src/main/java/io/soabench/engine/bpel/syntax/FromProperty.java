package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;
import javax.xml.namespace.QName;

/**
 * A property of a variable.
 */
public record FromProperty(String variable, QName property, Location location) implements From {}
