package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * A variable as written (section 8.1). One of the three types is given.
 *
 * @param name its name
 * @param messageType the message type
 * @param type the type of XML Schema
 * @param element the element
 * @param from the initial value
 * @param location the element
 */
public record VariableDeclaration(
        String name,
        Optional<QName> messageType,
        Optional<QName> type,
        Optional<QName> element,
        Optional<From> from,
        Location location) {}
