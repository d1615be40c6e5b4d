package io.soabench.contracts.wsdl;

import io.soabench.contracts.source.Location;
import java.util.Optional;

/**
 * A role of a partner link type.
 *
 * @param name unique in the partner link type
 * @param portType port type that the party in this role provides; empty when it is not defined, which is a problem
 * @param location the {@code role} element
 */
public record Role(String name, Optional<PortType> portType, Location location) {}
