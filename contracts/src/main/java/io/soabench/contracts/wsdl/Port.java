package io.soabench.contracts.wsdl;

import io.soabench.contracts.source.Location;
import java.util.Optional;

/**
 * A port of a service.
 *
 * @param name unique in the service
 * @param binding empty when it is not defined, which is a problem
 * @param address the location URI of a SOAP or HTTP address, as written
 * @param location the {@code port} element
 */
public record Port(String name, Optional<Binding> binding, Optional<String> address, Location location) {}
