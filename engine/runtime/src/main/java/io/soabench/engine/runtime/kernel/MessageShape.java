package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.schema.PartCheck;
import io.soabench.engine.runtime.xml.QualifiedName;
import java.util.List;

/**
 * How the parts of a message lie in a SOAP envelope (WSDL 1.1, sections 3.5 and 3.7; WS-I Basic Profile 1.1, section 4.4).
 *
 * @param message name of the WSDL message
 * @param wrapper the rpc wrapper element, or null for document style
 * @param parts the parts in message order
 */
public record MessageShape(QualifiedName message, QualifiedName wrapper, List<Part> parts) {
    /** Where a part lies. */
    public enum Place {
        /** In the body: as its element in document style, in the wrapper in style rpc. */
        BODY,
        /** As a block of the header. */
        HEADER,
        /** The binding does not mention it: it does not travel, and has no value on arrival. */
        NOWHERE
    }

    /**
     * A part.
     *
     * @param name its name
     * @param element the global element it is described by, or null when it is described by a type
     * @param check what a value must be when it arrives
     * @param place where it lies
     */
    public record Part(String name, QualifiedName element, PartCheck check, Place place) {}

    /** Copies the list. */
    public MessageShape {
        parts = List.copyOf(parts);
    }

    /** The element that stands in the body, by which a request is recognised; null when the body is empty. */
    public QualifiedName payload() {
        if (wrapper != null) {
            return wrapper;
        }
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i).place() == Place.BODY) {
                return parts.get(i).element();
            }
        }
        return null;
    }

    /** Whether the message is nothing but one element in the body. */
    public boolean isOneElement() {
        return wrapper == null && parts.size() == 1 && parts.get(0).place() == Place.BODY;
    }

    /** Whether some part is a block of the header with the given name. */
    public boolean hasHeader(String namespace, String name) {
        for (Part part : parts) {
            if (part.place() == Place.HEADER
                    && part.element().name().equals(name)
                    && part.element().namespace().equals(namespace)) {
                return true;
            }
        }
        return false;
    }

    /** Whether some part lies in the header. */
    public boolean hasHeaders() {
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i).place() == Place.HEADER) {
                return true;
            }
        }
        return false;
    }
}
