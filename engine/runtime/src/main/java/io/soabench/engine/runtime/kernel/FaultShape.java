package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.xml.QualifiedName;

/**
 * A fault that an operation declares.
 *
 * @param name the name of the fault in the namespace of the port type
 * @param message the layout of its message in the detail of a SOAP fault
 */
public record FaultShape(QualifiedName name, MessageShape message) {
    /**
     * Returns whether a fault is this declared one. A process may throw a fault of the same name with other data or
     * none.
     */
    public boolean isOf(Fault fault) {
        if (!name.equals(fault.name()) || fault.data().size() != message.parts().size()) {
            return false;
        }
        if (fault.type() != null) {
            return fault.type().equals(message.message());
        }
        return fault.element() != null
                && fault.element().qualifiedName().equals(message.parts().get(0).element());
    }
}
