package io.soabench.contracts.wsdl;

import io.soabench.contracts.source.Location;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * A part of a message; exactly one of element and type is present in a correct document.
 *
 * @param index the position in the message, from 0
 * @param name unique in the message
 * @param element the global element that describes it
 * @param type the type that describes it
 * @param location the {@code part} element
 */
public record Part(int index, String name, Optional<QName> element, Optional<QName> type, Location location) {}
