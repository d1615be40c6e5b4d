package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.schema.PartCheck;
import io.soabench.engine.runtime.xml.Attribute;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.Namespace;
import io.soabench.engine.runtime.xml.QualifiedName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * The layout of the parts of a message in a SOAP envelope (WSDL 1.1, sections 3.5 and 3.7; WS-I Basic Profile 1.1,
 * section 4.4).
 *
 * @param message the name of the WSDL message
 * @param wrapper the wrapper element in rpc style; null in document style
 * @param parts the parts in the order of the message
 */
public record MessageShape(QualifiedName message, QualifiedName wrapper, List<Part> parts) {
    private static final String XSI = "http://www.w3.org/2001/XMLSchema-instance";

    /** The places of a part in an envelope. */
    public enum Place {
        /**
         * The body. In document style, the part is its element, or an element with the name of the part when a type
         * describes it. In rpc style, it is a child of the wrapper.
         */
        BODY,
        /** A block of the header. */
        HEADER,
        /** No place, because the binding does not mention the part. It does not travel and has no value on arrival. */
        NOWHERE
    }

    /**
     * A part of a message.
     *
     * @param name its name
     * @param element the global element that describes it; null when a type describes it
     * @param check the check of values that arrive
     * @param place its place in the envelope
     */
    public record Part(String name, QualifiedName element, PartCheck check, Place place) {
        /**
         * Returns the name of its element in the body in document style: its global element, or its own name without a
         * namespace.
         */
        public QualifiedName inDocument() {
            return element == null ? new QualifiedName("", name) : element;
        }
    }

    /** Copies the list. */
    public MessageShape {
        parts = List.copyOf(parts);
    }

    /** Returns the name of the first element in the body, which identifies a request; null when the body is empty. */
    public QualifiedName payload() {
        if (wrapper != null) {
            return wrapper;
        }
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i).place() == Place.BODY) {
                return parts.get(i).inDocument();
            }
        }
        return null;
    }

    /** Returns whether messages have the same layout; the values of their parts may be of different types. */
    boolean isLike(MessageShape other) {
        return Objects.equals(wrapper, other.wrapper)
                && parts.stream()
                        .map(MessageShape::looks)
                        .toList()
                        .equals(other.parts.stream().map(MessageShape::looks).toList());
    }

    private static List<Object> looks(Part part) {
        return Arrays.asList(part.name(), part.element(), part.place());
    }

    /** Returns the number of parts in the body. */
    public int bodyParts() {
        int count = 0;
        for (int i = 0; i < parts.size(); i++) {
            count += parts.get(i).place() == Place.BODY ? 1 : 0;
        }
        return count;
    }

    /** Returns whether the message consists of one element in the body. */
    public boolean isOneElement() {
        return wrapper == null && parts.size() == 1 && parts.get(0).place() == Place.BODY;
    }

    /**
     * Returns a sentence about an error in a message that is to be sent; null when there is none. Parts of complex
     * types are not checked.
     *
     * @param values the values of the parts; null for a part that does not travel
     */
    public String problem(List<Element> values) {
        for (int i = 0; i < parts.size() && i < values.size(); i++) {
            Part part = parts.get(i);
            if (part.check() != PartCheck.ANYTHING && part.place() != Place.NOWHERE && values.get(i) != null) {
                String problem = part.check().problem(plain(values.get(i)));
                if (problem != null) {
                    return "Part '" + part.name() + "' of message '" + message.name() + "' cannot be sent: " + problem;
                }
            }
        }
        return null;
    }

    /**
     * Returns the value without attributes that a copy may have left, but with the namespace declarations that the name
     * of its type may need.
     */
    private static Element plain(Element value) {
        if (value.attributeCount() == 0) {
            return value;
        }
        Element plain = Element.empty(value.prefix(), value.namespace(), value.name());
        for (Namespace declaration : value.declarations()) {
            plain = plain.declaring(declaration);
        }
        for (Attribute attribute : value.attributes()) {
            plain = attribute.namespace().equals(XSI) ? plain.withAttribute(attribute) : plain;
        }
        List<Object> content = new ArrayList<>(value.size());
        for (int i = 0; i < value.size(); i++) {
            content.add(value.item(i));
        }
        return plain.withContent(content);
    }

    /** Returns whether a part is the header block with this name. */
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

    /** Returns whether a part is a header block. */
    public boolean hasHeaders() {
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i).place() == Place.HEADER) {
                return true;
            }
        }
        return false;
    }
}
