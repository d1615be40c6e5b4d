package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.kernel.Activity;
import io.soabench.engine.runtime.xml.QualifiedName;

/**
 * A {@code catch} of a scope (WS-BPEL 2.0, section 12.5).
 *
 * @param name the name of the fault; null for any
 * @param messageType the message type of the data; null for none
 * @param element the element of the data; null for none
 * @param variable the slots of the data; null when the handler takes no data
 * @param activity the activity of the handler
 */
public record FaultHandler(
        QualifiedName name,
        QualifiedName messageType,
        QualifiedName element,
        MessageSlots variable,
        Activity activity) {
    /** The degrees to which a handler matches a fault, in ascending order. */
    enum Match {
        NONE,
        ELEMENT_ONLY,
        DATA_ONLY,
        NAME_ONLY,
        NAME_AND_ELEMENT,
        NAME_AND_DATA
    }

    /**
     * Returns how well this handler matches a fault. Handlers with the name of the fault come before handlers without a
     * name (WS-BPEL 2.0, section 12.5).
     */
    Match match(Fault fault) {
        if (name != null && !name.equals(fault.name())) {
            return Match.NONE;
        }
        if (variable == null) {
            return name == null ? Match.NONE : Match.NAME_ONLY;
        }
        // A message without parts is data as well.
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
