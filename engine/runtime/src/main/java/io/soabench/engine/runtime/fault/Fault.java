package io.soabench.engine.runtime.fault;

import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.QualifiedName;
import java.util.List;
import java.util.Objects;

/**
 * A fault on its way to the scope that handles it (WS-BPEL 2.0, section 12.5).
 *
 * @param name name of the fault; empty namespace and name for a fault without one
 * @param type message type of the data, or null when the data is an element or absent
 * @param data parts of the message, or the one element; empty when the fault carries nothing
 * @param reason sentence for people, sent to the client when no handler catches the fault
 */
public record Fault(QualifiedName name, QualifiedName type, List<Element> data, String reason) {
    /** Copies the list. */
    public Fault {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(reason, "reason");
        data = List.copyOf(data);
    }

    /** Returns a fault without data. */
    public static Fault of(QualifiedName name, String reason) {
        return new Fault(name, null, List.of(), reason);
    }

    /**
     * Returns the one element this fault carries, directly or as the only part of its message; null when there is no
     * such element.
     */
    public Element element() {
        return data.size() == 1 ? data.get(0) : null;
    }
}
