package io.soabench.engine.server.soap;

import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.ElementReader;
import io.soabench.engine.runtime.xml.Namespace;
import io.soabench.engine.runtime.xml.RefusedXmlException;
import io.soabench.engine.runtime.xml.XmlLimits;

/** Opens envelopes. Belongs to one thread. */
public final class SoapReader {
    private final ElementReader reader;

    /** A reader with limits on what an envelope may contain. */
    public SoapReader(XmlLimits limits) {
        this.reader = new ElementReader(limits);
    }

    /**
     * The content of an envelope.
     *
     * @param version which SOAP it is
     * @param payload first element in the body, with all namespaces its values mention; null for an empty body
     */
    public record Envelope(SoapVersion version, Element payload) {
        /** Whether the body holds a fault. */
        public boolean isFault() {
            return payload != null && payload.is(version.namespace(), "Fault");
        }
    }

    /**
     * Opens an envelope.
     *
     * @throws RefusedSoapException when the bytes are no acceptable envelope
     */
    public Envelope read(byte[] bytes, int offset, int length) throws RefusedSoapException {
        Element root;
        try {
            root = reader.read(bytes, offset, length);
        } catch (RefusedXmlException e) {
            throw new RefusedSoapException(e.getMessage());
        }
        if (!root.name().equals("Envelope")) {
            throw new RefusedSoapException("The document is no SOAP envelope but '" + root.qualifiedName() + "'.");
        }
        SoapVersion version = version(root.namespace());
        Element body = null;
        for (int i = 0; i < root.size(); i++) {
            if (root.item(i) instanceof Element child) {
                if (child.is(version.namespace(), "Body")) {
                    body = child;
                } else if (child.is(version.namespace(), "Header")) {
                    checkUnderstood(child, version);
                }
            }
        }
        if (body == null) {
            throw new RefusedSoapException("The SOAP envelope has no body.");
        }
        Element payload = body.firstElement();
        return new Envelope(version, payload == null ? null : carry(body, carry(root, payload)));
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

    private static void checkUnderstood(Element header, SoapVersion version) throws RefusedSoapException {
        for (Element block : header.elements()) {
            String must = block.attribute(version.namespace(), "mustUnderstand");
            if (must != null && (must.equals("1") || must.equals("true"))) {
                throw new RefusedSoapException(
                        "MustUnderstand", "The header '" + block.qualifiedName() + "' is not understood here.");
            }
        }
    }

    private static Element carry(Element around, Element payload) {
        Element carried = payload;
        for (int i = 0; i < around.declarationCount(); i++) {
            Namespace declaration = around.declaration(i);
            if (payload.mentions(declaration.prefix())) {
                carried = carried.declaring(declaration);
            }
        }
        return carried;
    }
}
