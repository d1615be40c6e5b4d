package io.soabench.contracts.wsdl;

import io.soabench.contracts.source.Location;
import java.util.Optional;

/**
 * A fault that an operation may answer with.
 *
 * @param name unique in the operation
 * @param message empty when it is not defined, which is a problem
 * @param location the {@code fault} element
 */
public record Fault(String name, Optional<Message> message, Location location) {}
