package io.soabench.engine.bpel.model;

import io.soabench.contracts.source.Location;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * A fault handler for some faults. Immutable.
 *
 * @param faultName the name of the fault; empty catches any name
 * @param faultType the type of the data it catches: a message or an element
 * @param faultVariable the variable for the data
 * @param activity the handler
 * @param location the element
 */
public record CatchHandler(
        Optional<QName> faultName,
        Optional<VariableType> faultType,
        Optional<Variable> faultVariable,
        ActivityNode activity,
        Location location) {}
