package io.soabench.engine.server.soap;

import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.ElementReader;
import io.soabench.engine.runtime.xml.NamespaceScope;
import io.soabench.engine.runtime.xml.RefusedXmlException;
import io.soabench.engine.runtime.xml.XmlLimits;
import java.util.ArrayList;
import java.util.List;

/**
 * A reader of SOAP envelopes. Belongs to one thread.
 *
 * <p>It refuses more envelopes than the schemas of SOAP and the Basic Profile. An envelope has one Header and one Body,
 * in that order, and only white space between them (SOAP 1.1, section 4; SOAP 1.2, section 5; WS-I Basic Profile 1.1,
 * R1011). The number of elements in the Body depends on the message.
 */
public final class SoapReader {
    /** The largest number of parts of a message. */
    private static final int MOST_ELEMENTS = 1_000;

    private final ElementReader reader;

    /** Makes a reader with limits on the content of an envelope. */
    public SoapReader(XmlLimits limits) {
        this.reader = new ElementReader(limits);
    }

    /**
     * The content of an envelope. Immutable.
     *
     * @param version its version of SOAP
     * @param header the header, with all namespaces that its values use; null if there is none
     * @param payload the first element in the body, with all namespaces that its values use; null for an empty body
     * @param others the elements after it, with the same namespaces
     */
    public record Envelope(SoapVersion version, Element header, Element payload, List<Element> others) {
        /** Makes an envelope with one element in the body, or none. */
        public Envelope(SoapVersion version, Element header, Element payload) {
            this(version, header, payload, List.of());
        }

        /**
         * Checks that the body has at most one element (WS-I Basic Profile 1.1, R2201).
         *
         * @throws RefusedSoapException when there are more
         */
        public void requireOneElement() throws RefusedSoapException {
            if (!others.isEmpty()) {
                throw new RefusedSoapException(
                        "The SOAP body holds '" + others.get(0).qualifiedName() + "' after '" + payload.qualifiedName()
                                + "'; it takes one element.");
            }
        }

        /** Returns whether the body holds a fault. */
        public boolean isFault() {
            return payload != null && payload.is(version.namespace(), "Fault");
        }
    }

    /** Reads an envelope that came without a Content-Type. */
    public Envelope read(byte[] bytes, int offset, int length) throws RefusedSoapException {
        return read(bytes, offset, length, "");
    }

    /**
     * Reads an envelope.
     *
     * @param contentType the value of Content-Type, empty for none; it may contain the encoding, if the bytes do not
     *     begin with a byte order mark (RFC 7303, section 3.2)
     * @throws RefusedSoapException if the bytes are no acceptable envelope
     */
    public Envelope read(byte[] bytes, int offset, int length, String contentType) throws RefusedSoapException {
        byte[] utf8 = XmlEncoding.toUtf8(bytes, offset, length, contentType);
        Element root;
        try {
            root = utf8 == null ? reader.read(bytes, offset, length) : reader.read(utf8);
        } catch (RefusedXmlException e) {
            throw new RefusedSoapException(e.getMessage());
        }
        if (!root.name().equals("Envelope")) {
            throw new RefusedSoapException("The document is no SOAP envelope but '" + root.qualifiedName() + "'.");
        }
        SoapVersion version = version(root.namespace());
        Element header = null;
        Element body = null;
        for (int i = 0; i < root.size(); i++) {
            Element child = elementOrSpace(root, i);
            if (child == null) {
                continue;
            }
            if (body == null && child.is(version.namespace(), "Body")) {
                body = child;
            } else if (body == null && header == null && child.is(version.namespace(), "Header")) {
                header = child;
            } else {
                throw new RefusedSoapException("The SOAP envelope holds '" + child.qualifiedName()
                        + "' where only one Header, perhaps, and one Body may stand.");
            }
        }
        if (body == null) {
            throw new RefusedSoapException("The SOAP envelope has no body.");
        }
        Element outer = around(root);
        Element inner = around(body);
        Element payload = null;
        List<Element> others = List.of();
        for (int i = 0; i < body.size(); i++) {
            Element child = elementOrSpace(body, i);
            if (child == null) {
                continue;
            }
            Element detached = NamespaceScope.detached(outer, NamespaceScope.detached(inner, child));
            if (payload == null) {
                payload = detached;
            } else if (others.size() + 1 == MOST_ELEMENTS) {
                throw new RefusedSoapException("The SOAP body holds more than " + MOST_ELEMENTS + " elements.");
            } else {
                others = others.isEmpty() ? new ArrayList<>() : others;
                others.add(detached);
            }
        }
        return new Envelope(
                version, header == null ? null : header(NamespaceScope.detached(outer, header)), payload, others);
    }

    /**
     * Returns an element of SOAP with the declarations of namespaces that values in it may use. The default namespace
     * is left out if it only serves the element's own name, as no value is a name of SOAP.
     */
    private static Element around(Element soap) {
        return soap.prefix().isEmpty() ? soap.withoutDefaultNamespace() : soap;
    }

    /** Returns an element; null for white space, which may stand anywhere. */
    private static Element elementOrSpace(Element parent, int index) throws RefusedSoapException {
        if (parent.item(index) instanceof Element element) {
            return element;
        }
        String text = (String) parent.item(index);
        for (int i = 0; i < text.length(); i++) {
            // The reader lets no other control characters through.
            if (text.charAt(i) > ' ') {
                throw new RefusedSoapException(
                        "There is text in the SOAP " + parent.name() + "; it takes elements only.");
            }
        }
        return null;
    }

    private static SoapVersion version(String namespace) throws RefusedSoapException {
        for (SoapVersion version : VERSIONS) {
            if (version.namespace().equals(namespace)) {
                return version;
            }
        }
        throw new RefusedSoapException(
                "VersionMismatch", "The envelope's namespace '" + namespace + "' is neither of SOAP 1.1 nor of 1.2.");
    }

    private static final SoapVersion[] VERSIONS = SoapVersion.values();

    private static Element header(Element header) throws RefusedSoapException {
        for (int i = 0; i < header.size(); i++) {
            Element block = elementOrSpace(header, i);
            if (block != null && block.namespace().isEmpty()) {
                throw new RefusedSoapException("The header '" + block.name() + "' is in no namespace.");
            }
        }
        return header;
    }
}
