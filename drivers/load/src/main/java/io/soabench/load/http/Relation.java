package io.soabench.load.http;

import io.soabench.plan.CallbackPlan;
import java.io.ByteArrayInputStream;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * A finder of the UIID of the request to which a callback relates. The UIID is in the header {@code RelatesTo} (WS-Addressing 1.0, section 3.1,
 * or the submission of August 2004), or in an element or attribute of the body. Looks at no more of the message than it must. Belongs to one
 * thread.
 */
public final class Relation {

    private static final String SUBMISSION = "http://schemas.xmlsoap.org/ws/2004/08/addressing";
    private static final String REPLY = "/reply";
    private static final XMLInputFactory FACTORY = factory();

    /** Depth of the header's blocks and of the body's element; the envelope has 1. */
    private static final int WITHIN = 3;

    private final List<String> path;

    /** @param path see {@link CallbackPlan#uiid} */
    public Relation(List<String> path) {
        this.path = List.copyOf(path);
    }

    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        return factory;
    }

    /**
     * Finds the related message.
     *
     * @param message the first bytes of a SOAP envelope
     * @return null when the message names none, or is not well formed before the place
     */
    public String find(byte[] message, int size) {
        try {
            XMLStreamReader reader = FACTORY.createXMLStreamReader(new ByteArrayInputStream(message, 0, size));
            try {
                return path.isEmpty() ? relatesTo(reader) : value(reader);
            } finally {
                reader.close();
            }
        } catch (XMLStreamException e) {
            return null;
        }
    }

    private static String relatesTo(XMLStreamReader reader) throws XMLStreamException {
        int depth = 0;
        boolean header = false;
        while (reader.hasNext()) {
            int event = reader.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                depth++;
                if (depth == WITHIN - 1) {
                    header = reader.getLocalName().equals("Header");
                } else if (depth == WITHIN && header && isRelatesTo(reader)) {
                    String text = reader.getElementText().strip();
                    return text.startsWith(CallbackPlan.MESSAGE_ID)
                            ? text.substring(CallbackPlan.MESSAGE_ID.length())
                            : text;
                }
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
                if (header && depth == WITHIN - 2) {
                    return null;
                }
            }
        }
        return null;
    }

    /** Returns whether the header states a reply. Messages may relate to others in other ways. */
    private static boolean isRelatesTo(XMLStreamReader reader) {
        String namespace = reader.getNamespaceURI();
        String type = reader.getAttributeValue(null, "RelationshipType");
        return reader.getLocalName().equals("RelatesTo")
                && (CallbackPlan.ADDRESSING.equals(namespace) || SUBMISSION.equals(namespace))
                && (type == null || type.endsWith(REPLY) || type.endsWith(":Reply"));
    }

    private String value(XMLStreamReader reader) throws XMLStreamException {
        boolean attribute = path.get(path.size() - 1).startsWith("@");
        List<String> elements = attribute ? path.subList(0, path.size() - 1) : path;
        int depth = 0;
        int matched = 0;
        boolean body = false;
        while (reader.hasNext()) {
            int event = reader.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                depth++;
                body |= depth == WITHIN - 1 && reader.getLocalName().equals("Body");
                if (body && depth == matched + WITHIN && name(reader).equals(elements.get(matched))) {
                    matched++;
                    if (matched == elements.size()) {
                        return attribute
                                ? attribute(reader, path.get(path.size() - 1).substring(1))
                                : reader.getElementText().strip();
                    }
                }
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
                matched = Math.min(matched, Math.max(0, depth - WITHIN + 1));
            }
        }
        return null;
    }

    private static String name(XMLStreamReader reader) {
        String namespace = reader.getNamespaceURI();
        return namespace == null || namespace.isEmpty()
                ? reader.getLocalName()
                : "{" + namespace + "}" + reader.getLocalName();
    }

    private static String attribute(XMLStreamReader reader, String name) {
        int brace = name.lastIndexOf('}');
        return reader.getAttributeValue(brace < 0 ? null : name.substring(1, brace), name.substring(brace + 1));
    }
}
