package io.soabench.engine.server.soap;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.kernel.Addressing;
import io.soabench.engine.runtime.kernel.Endpoint;
import io.soabench.engine.runtime.kernel.FaultShape;
import io.soabench.engine.runtime.kernel.PartnerCall;
import io.soabench.engine.runtime.kernel.PartnerOperation;
import io.soabench.engine.runtime.xml.Attribute;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.NamespaceScope;
import io.soabench.engine.runtime.xml.WhiteSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The headers of WS-Addressing 1.0 and of the submission of August 2004, as far as callbacks and answers need them:
 * target, action, message identifier, related message. No state. Messages without these headers cost nothing.
 */
public final class AddressingHeaders {
    private static final String PREFIX = "wsa";
    private static final Set<String> NAMES =
            Set.of("To", "From", "ReplyTo", "FaultTo", "Action", "MessageID", "RelatesTo");
    private static final String HTTP = "http://";
    private static final String HTTPS = "https://";
    private static final int MAX_ADDRESS_CHARS = 2_000;
    private static final String FAULT_ACTION = "/soap/fault";
    private static final String SUBMISSION_FAULT_ACTION = "/fault";

    private AddressingHeaders() {}

    static boolean isUnderstood(Element block) {
        return NAMES.contains(block.name()) && Addressing.isSupported(block.namespace());
    }

    /**
     * Reads the addressing of a message.
     *
     * @return the addressing; null if the message has no such headers
     * @throws RefusedSoapException if a header is repeated, or contains an address that cannot be used
     */
    public static Addressing read(SoapReader.Envelope envelope) throws RefusedSoapException {
        if (envelope.header() == null) {
            return null;
        }
        Element to = null;
        Element action = null;
        Element messageId = null;
        Element replyTo = null;
        Element faultTo = null;
        String namespace = null;
        for (Element block : envelope.header().elements()) {
            if (!isUnderstood(block) || !SoapHeaders.isForUs(block, envelope.version())) {
                continue;
            }
            namespace = block.namespace();
            switch (block.name()) {
                case "To" -> to = once(to, block);
                case "Action" -> action = once(action, block);
                case "MessageID" -> messageId = once(messageId, block);
                case "ReplyTo" -> replyTo = once(replyTo, NamespaceScope.detached(envelope.header(), block));
                case "FaultTo" -> faultTo = once(faultTo, NamespaceScope.detached(envelope.header(), block));
                default -> {
                    // Not needed: the operation is known by the body and the path.
                }
            }
        }
        if (namespace == null) {
            return null;
        }
        String id = messageId == null ? null : messageId.text().strip();
        return new Addressing(namespace, id, endpoint(replyTo, id), endpoint(faultTo, id));
    }

    /** Returns the action of a message; empty if it has none. */
    public static String action(SoapReader.Envelope envelope) {
        if (envelope.header() == null) {
            return "";
        }
        for (Element block : envelope.header().elements()) {
            if (block.name().equals("Action")
                    && isUnderstood(block)
                    && SoapHeaders.isForUs(block, envelope.version())) {
                return WhiteSpace.collapsed(block.text()); // xs:anyURI
            }
        }
        return "";
    }

    private static Element once(Element before, Element block) throws RefusedSoapException {
        if (before != null) {
            throw RefusedSoapException.invalidAddressing(
                    block.namespace(), "The header '" + block.qualifiedName() + "' is there twice.");
        }
        return block;
    }

    private static Endpoint endpoint(Element reference, String messageId) throws RefusedSoapException {
        if (reference == null) {
            return null;
        }
        String namespace = reference.namespace();
        Element address = reference.element(namespace, "Address");
        String url = address == null ? "" : WhiteSpace.collapsed(address.text()); // xs:anyURI
        if (url.endsWith("/anonymous") && url.startsWith(namespace)) {
            return null;
        }
        boolean http = url.regionMatches(true, 0, HTTP, 0, HTTP.length())
                || url.regionMatches(true, 0, HTTPS, 0, HTTPS.length());
        if (!http || url.length() > MAX_ADDRESS_CHARS) {
            throw RefusedSoapException.invalidAddressing(
                    namespace, "The address '" + url + "' in '" + reference.name() + "' is no http or https URL.");
        }
        List<Element> parameters = new ArrayList<>();
        for (String name : new String[] {"ReferenceProperties", "ReferenceParameters"}) {
            Element some = reference.element(namespace, name);
            if (some != null) {
                NamespaceScope inner = new NamespaceScope(some);
                NamespaceScope outer = new NamespaceScope(reference);
                some.elements().forEach(one -> parameters.add(outer.detached(inner.detached(one))));
            }
        }
        return new Endpoint(url, namespace, parameters, messageId);
    }

    /** Returns the headers of a message to a partner; empty if its endpoint takes none. */
    public static List<Element> to(PartnerCall call) {
        Endpoint endpoint = call.endpoint();
        PartnerOperation operation = call.operation();
        Fault fault = call.fault();
        if (!endpoint.isAddressed()) {
            return List.of();
        }
        String action = fault == null
                ? operation.action()
                : faultAction(endpoint.namespace(), operation.actionBase(), fault, operation.faults());
        List<Element> headers = new ArrayList<>();
        headers.add(header(endpoint.namespace(), "To", endpoint.address()));
        boolean submission = endpoint.namespace().equals(Addressing.SUBMISSION);
        if (submission && !operation.isOneWay()) {
            // Version 1.0 takes a missing address for this one.
            headers.add(Element.empty(PREFIX, endpoint.namespace(), "ReplyTo")
                    .withAppended(header(endpoint.namespace(), "Address", endpoint.namespace() + "/role/anonymous")));
        }
        common(headers, endpoint.namespace(), action, call.messageId(), endpoint.relatesTo());
        for (Element parameter : endpoint.parameters()) {
            headers.add(
                    submission
                            ? parameter
                            : parameter.withAttribute(
                                    new Attribute(PREFIX, endpoint.namespace(), "IsReferenceParameter", "true")));
        }
        return headers;
    }

    /**
     * Returns the headers of an answer on the connection of its request; empty if the request had none.
     *
     * @param messageIds makes the message identifier of the answer
     */
    public static List<Element> back(
            Addressing request, String actionBase, Fault fault, List<FaultShape> declared, MessageIds messageIds) {
        if (request == null) {
            return List.of();
        }
        List<Element> headers = new ArrayList<>();
        String action =
                fault == null ? actionBase + "Response" : faultAction(request.namespace(), actionBase, fault, declared);
        common(headers, request.namespace(), action, messageIds.next(), request.messageId());
        return headers;
    }

    private static void common(
            List<Element> headers, String namespace, String action, String messageId, String relatesTo) {
        headers.add(header(namespace, "Action", action));
        headers.add(header(namespace, "MessageID", messageId));
        if (relatesTo != null) {
            headers.add(header(namespace, "RelatesTo", relatesTo));
        }
    }

    private static String faultAction(String namespace, String base, Fault fault, List<FaultShape> declared) {
        String delimiter = base.startsWith("urn:") ? ":" : "/";
        return declared.stream().anyMatch(shape -> shape.name().equals(fault.name()))
                ? base + delimiter + "Fault" + delimiter + fault.name().name()
                : namespace + (namespace.equals(Addressing.V10) ? FAULT_ACTION : SUBMISSION_FAULT_ACTION);
    }

    private static Element header(String namespace, String name, String text) {
        return Element.text(PREFIX, namespace, name, text);
    }
}
