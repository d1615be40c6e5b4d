package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.xml.QualifiedName;

/**
 * A fault that an operation declares.
 *
 * @param name name of the fault in the namespace of the port type
 * @param message how its message lies in the fault's detail
 */
public record FaultShape(QualifiedName name, MessageShape message) {
    /** Whether a fault is this one: a process may throw other data, or none, under the same name. */
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
