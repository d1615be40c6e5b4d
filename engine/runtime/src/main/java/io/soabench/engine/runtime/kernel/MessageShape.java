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
 * @param message name of the WSDL message
 * @param wrapper the rpc wrapper element, or null for document style
 * @param parts the parts in message order
 */
public record MessageShape(QualifiedName message, QualifiedName wrapper, List<Part> parts) {
    private static final String XSI = "http://www.w3.org/2001/XMLSchema-instance";

    /** Where a part lies. */
    public enum Place {
        /** In the body: as its element in document style, where there is none as one of its name, in the wrapper in style rpc. */
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
    public record Part(String name, QualifiedName element, PartCheck check, Place place) {
        /** What it is called in the body in document style: its element, or its name without a namespace. */
        public QualifiedName inDocument() {
            return element == null ? new QualifiedName("", name) : element;
        }
    }

    /** Copies the list. */
    public MessageShape {
        parts = List.copyOf(parts);
    }

    /** The first element that stands in the body, by which a request is recognised; null when the body is empty. */
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

    /** Whether messages look alike, apart from what values their parts may have. */
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

    /** How many parts lie in the body. */
    public int bodyParts() {
        int count = 0;
        for (int i = 0; i < parts.size(); i++) {
            count += parts.get(i).place() == Place.BODY ? 1 : 0;
        }
        return count;
    }

    /** Whether the message is nothing but one element in the body. */
    public boolean isOneElement() {
        return wrapper == null && parts.size() == 1 && parts.get(0).place() == Place.BODY;
    }

    /**
     * What is wrong with a message that is to be sent, in a sentence; null when nothing is. Parts of complex types are not looked
     * at.
     *
     * @param values of the parts; null for one that does not travel
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

    /** The value without what a copy may have left of attributes, with the prefixes that a type may be called by. */
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
