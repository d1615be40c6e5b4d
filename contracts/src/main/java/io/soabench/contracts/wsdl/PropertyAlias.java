package io.soabench.contracts.wsdl;

import io.soabench.contracts.source.Expression;
import io.soabench.contracts.source.Location;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * The place of a property in data of one type (WS-BPEL 2.0, section 7.3).
 *
 * @param property the property
 * @param messageType with {@code part}, for variables of this message type
 * @param part the part the query starts from
 * @param type for variables of this type
 * @param element for variables of this element
 * @param query from the part or variable to the value; empty when that is the value itself
 * @param location the {@code propertyAlias} element
 */
public record PropertyAlias(
        QName property,
        Optional<QName> messageType,
        Optional<String> part,
        Optional<QName> type,
        Optional<QName> element,
        Optional<Expression> query,
        Location location) {}
