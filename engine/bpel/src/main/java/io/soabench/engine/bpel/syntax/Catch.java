package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * A {@code catch} as written: a fault handler for some faults (section 12.5).
 *
 * @param faultName the name of the fault; empty catches any name
 * @param faultVariable the name of the variable for the data
 * @param faultMessageType the message type of the data
 * @param faultElement the element of the data
 * @param activity the handler
 * @param location the element
 */
public record Catch(
        Optional<QName> faultName,
        Optional<String> faultVariable,
        Optional<QName> faultMessageType,
        Optional<QName> faultElement,
        ActivityElement activity,
        Location location) {}
