package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.schema.PartCheck;
import io.soabench.engine.runtime.xml.QualifiedName;
import java.util.List;

/**
 * How the parts of a message lie in a SOAP body (WSDL 1.1, section 3.5; WS-I Basic Profile 1.1, section 4.4).
 *
 * @param message name of the WSDL message
 * @param wrapper the rpc wrapper element, or null for document style
 * @param parts the parts in message order
 */
public record MessageShape(QualifiedName message, QualifiedName wrapper, List<Part> parts) {
    /**
     * A part.
     *
     * @param name its name
     * @param element the global element it is described by, or null when it is described by a type
     * @param check what a value must be when it arrives
     */
    public record Part(String name, QualifiedName element, PartCheck check) {}

    /** Copies the list. */
    public MessageShape {
        parts = List.copyOf(parts);
    }

    /** The element that stands first in the body, by which a request is recognised; null when the body is empty. */
    public QualifiedName payload() {
        if (wrapper != null) {
            return wrapper;
        }
        return parts.isEmpty() ? null : parts.get(0).element();
    }
}
