package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * {@code catch}: a fault handler for some faults (section 12.5).
 */
public record Catch(
        Optional<QName> faultName,
        Optional<String> faultVariable,
        Optional<QName> faultMessageType,
        Optional<QName> faultElement,
        ActivityElement activity,
        Location location) {}
