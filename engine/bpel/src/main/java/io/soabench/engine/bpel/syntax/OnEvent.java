package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * {@code onEvent}: an event handler. Its variables are declared implicitly in the scope.
 */
public record OnEvent(
        Receipt receipt, Optional<QName> messageType, Optional<QName> element, Scope body, Location location) {}
