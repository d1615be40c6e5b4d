package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * An {@code onEvent} as written: an event handler for a message, which declares its variables implicitly in its scope
 * (section 12.7).
 *
 * @param receipt the message
 * @param messageType the type of the variable, if it is a message
 * @param element the type of the variable, if it is an element
 * @param body the scope that handles the message
 * @param location the element
 */
public record OnEvent(
        Receipt receipt, Optional<QName> messageType, Optional<QName> element, Scope body, Location location) {}
