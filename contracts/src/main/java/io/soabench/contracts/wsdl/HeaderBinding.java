package io.soabench.contracts.wsdl;

import io.soabench.contracts.source.Location;
import javax.xml.namespace.QName;

/**
 * A part of a message that travels as a SOAP header.
 */
public record HeaderBinding(QName message, String part, boolean literal, Location location) {}
