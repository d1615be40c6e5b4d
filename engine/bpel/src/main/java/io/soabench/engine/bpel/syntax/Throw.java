package io.soabench.engine.bpel.syntax;

import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * A {@code throw} as written: it raises a fault (section 10.6).
 *
 * @param header the standard attributes and elements
 * @param faultName the name of the fault
 * @param faultVariable the variable with its data
 */
public record Throw(ActivityHeader header, QName faultName, Optional<String> faultVariable)
        implements ActivityElement {}
