package io.soabench.engine.bpel.model;

import io.soabench.contracts.source.Location;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * A fault handler for some faults.
 *
 * @param faultName empty catches any name
 * @param faultType the data it catches: a message or an element
 * @param faultVariable takes the data
 * @param activity the handler
 * @param location the element
 */
public record CatchHandler(
        Optional<QName> faultName,
        Optional<VariableType> faultType,
        Optional<Variable> faultVariable,
        ActivityNode activity,
        Location location) {}
