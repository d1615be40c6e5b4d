package io.soabench.engine.server.soap;

import io.soabench.engine.runtime.kernel.MessageShape;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.NamespaceScope;
import java.util.Set;

/**
 * The blocks of a header that are for this engine (SOAP 1.1, section 4.2; SOAP 1.2 part 1, sections 2 and 5.2). No
 * state.
 */
public final class SoapHeaders {
    private static final String NEXT_11 = "http://schemas.xmlsoap.org/soap/actor/next";
    private static final String ROLE_12 = "http://www.w3.org/2003/05/soap-envelope/role/";
    private static final Set<String> BOOLEANS = Set.of("true", "1", "false", "0");

    private SoapHeaders() {}

    /**
     * Checks that each block that must be understood is understood.
     *
     * @param shape the message that the operation expects, whose header parts are understood; null if there is no
     *     operation
     * @throws RefusedSoapException with the code MustUnderstand; with the code Client when a value of the attribute
     *     mustUnderstand is no boolean (SOAP 1.2 part 1, section 5.2.3)
     */
    public static void check(SoapReader.Envelope envelope, MessageShape shape) throws RefusedSoapException {
        Element header = envelope.header();
        if (header == null) {
            return;
        }
        for (Element block : header.elements()) {
            if (isMandatory(block, envelope.version())
                    && isForUs(block, envelope.version())
                    && !AddressingHeaders.isUnderstood(block)
                    && (shape == null || !shape.hasHeader(block.namespace(), block.name()))) {
                throw RefusedSoapException.notUnderstood(block.qualifiedName());
            }
        }
    }

    private static boolean isMandatory(Element block, SoapVersion version) throws RefusedSoapException {
        String must = block.attribute(version.namespace(), "mustUnderstand");
        if (must == null) {
            return false;
        }
        String text = must.strip();
        if (version == SoapVersion.V12 && !BOOLEANS.contains(text)) {
            throw new RefusedSoapException("'" + must + "' in 'mustUnderstand' of the header '" + block.qualifiedName()
                    + "' is none of 'true', '1', 'false', '0'.");
        }
        return text.equals("1") || text.equals("true");
    }

    /** Returns whether a block is for this node. */
    static boolean isForUs(Element block, SoapVersion version) {
        String uri = block.attribute(version.namespace(), version == SoapVersion.V11 ? "actor" : "role");
        // White space around a URI does not count (XML Schema Part 2, section 3.2.17).
        String role = uri == null ? "" : uri.strip();
        return role.isEmpty()
                || (version == SoapVersion.V11
                        ? role.equals(NEXT_11)
                        : role.equals(ROLE_12 + "next") || role.equals(ROLE_12 + "ultimateReceiver"));
    }

    /** Returns the block that is a part of a message; null if there is none. The attributes of SOAP are removed. */
    static Element block(SoapReader.Envelope envelope, MessageShape.Part part) {
        Element header = envelope.header();
        Element block = header == null
                ? null
                : header.element(part.element().namespace(), part.element().name());
        return block == null
                ? null
                : NamespaceScope.detached(header, block)
                        .withoutAttributes(envelope.version().namespace());
    }
}
