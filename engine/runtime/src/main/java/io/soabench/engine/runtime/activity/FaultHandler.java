package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.kernel.Activity;
import io.soabench.engine.runtime.xml.QualifiedName;

/**
 * A {@code catch} (WS-BPEL 2.0, section 12.5).
 *
 * @param name name of the fault, or null for any
 * @param messageType message type of the data it wants, or null
 * @param element element of the data it wants, or null
 * @param variable where the data goes, or null when it wants none
 * @param activity what it does
 */
public record FaultHandler(
        QualifiedName name,
        QualifiedName messageType,
        QualifiedName element,
        MessageSlots variable,
        Activity activity) {
    /** How well a handler suits a fault, the best last. */
    enum Match {
        NONE,
        ELEMENT_ONLY,
        DATA_ONLY,
        NAME_ONLY,
        NAME_AND_ELEMENT,
        NAME_AND_DATA
    }

    Match match(Fault fault) {
        if (name != null && !name.equals(fault.name())) {
            return Match.NONE;
        }
        if (variable == null) {
            return name == null ? Match.NONE : Match.NAME_ONLY;
        }
        // A message without parts is data, too.
        if (messageType != null && messageType.equals(fault.type())) {
            return name == null ? Match.DATA_ONLY : Match.NAME_AND_DATA;
        }
        if (element != null && fault.element() != null && fault.element().is(element.namespace(), element.name())) {
            if (name == null) {
                return fault.type() == null ? Match.DATA_ONLY : Match.ELEMENT_ONLY;
            }
            return fault.type() == null ? Match.NAME_AND_DATA : Match.NAME_AND_ELEMENT;
        }
        return Match.NONE;
    }
}
