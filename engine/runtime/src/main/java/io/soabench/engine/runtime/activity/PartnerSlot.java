package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.kernel.Addressing;
import io.soabench.engine.runtime.kernel.Deployment;
import io.soabench.engine.runtime.kernel.Endpoint;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;

/**
 * The address of a partner link: the one that was assigned in the declaring scope, or the one of the deployment.
 *
 * @param hops the number of scopes outwards to the declaring one
 * @param slot the position among the partner links of that scope
 * @param index the number of the partner link in the process
 * @param name the name of the partner link
 */
public record PartnerSlot(int hops, int slot, int index, String name) {
    private static final String HTTP = "http://";
    private static final String HTTPS = "https://";
    private static final String ADDRESSING = Addressing.V10;
    private static final String PARAMETERS = "ReferenceParameters";
    private static final String SERVICE_REF = "http://docs.oasis-open.org/wsbpel/2.0/serviceref";

    /**
     * Returns the endpoint of the partner. Its address is empty when a registry has to be asked first.
     *
     * @throws io.soabench.engine.runtime.fault.FaultException uninitializedPartnerRole when there is no address
     */
    public Endpoint endpoint(Frame frame) {
        Endpoint assigned = frame.scope().outwards(hops).endpoint(slot);
        if (assigned != null) {
            if (!assigned.address().startsWith(HTTP) && !assigned.address().startsWith(HTTPS)) {
                throw StandardFault.UNSUPPORTED_REFERENCE.thrown("Partner link '" + name + "' has the address '"
                        + assigned.address() + "', which is no http or https URL.");
            }
            return assigned;
        }
        Deployment deployment = frame.instance().deployment();
        String deployed = frame.instance().address(index);
        if (deployed.isEmpty() && deployment.registered(index) == null) {
            throw StandardFault.UNINITIALIZED_PARTNER_ROLE.thrown(
                    "Partner link '" + name + "' has no address; deploy one or assign an endpoint reference.");
        }
        return Endpoint.of(deployed);
    }

    /** Returns the address of the partner as {@code sref:service-ref} with a WS-Addressing endpoint reference. */
    Element reference(Frame frame) {
        Endpoint known = endpoint(frame);
        if (known.address().isEmpty()) {
            throw StandardFault.UNINITIALIZED_PARTNER_ROLE.thrown(
                    "Partner link '" + name + "' has no address before its registry was asked by a call.");
        }
        return reference(known);
    }

    /**
     * Returns the address of the process itself as {@code sref:service-ref} with a WS-Addressing endpoint reference.
     */
    Element ownReference(Frame frame) {
        return reference(Endpoint.of(frame.instance().deployment().ownAddress(index)));
    }

    private static Element reference(Endpoint known) {
        Element endpoint = Element.empty("wsa", ADDRESSING, "EndpointReference")
                .withAppended(Element.text("wsa", ADDRESSING, "Address", known.address()));
        if (!known.parameters().isEmpty()) {
            endpoint = endpoint.withAppended(
                    Element.empty("wsa", ADDRESSING, PARAMETERS).withContent(known.parameters()));
        }
        return Element.empty("sref", SERVICE_REF, "service-ref").withContent(List.of(endpoint));
    }

    /** Assigns the address in an endpoint reference: the first element named Address, or the text itself. */
    void assign(Frame frame, Object value, UndoLog undo) {
        Element found = value instanceof Element element ? find(element, "Address") : null;
        if (found == null && value instanceof Element element && element.is(SERVICE_REF, "service-ref")) {
            throw StandardFault.UNSUPPORTED_REFERENCE.thrown(
                    "The reference for partner link '" + name + "' holds no WS-Addressing address.");
        }
        if (value instanceof Element element && element.is(SERVICE_REF, "service-ref")) {
            requireScheme(element);
        }
        String address = (found != null ? found.text() : CopyStep.text(value)).strip();
        if (address.isEmpty()) {
            throw StandardFault.MISMATCHED_ASSIGNMENT_FAILURE.thrown(
                    "The value for partner link '" + name + "' holds no address.");
        }
        undo.assign(frame.scope().outwards(hops), slot, endpoint(address, value));
    }

    /** Checks that the scheme of a reference is known to this engine (section 6.3). */
    private void requireScheme(Element reference) {
        String scheme = reference.attribute("", "reference-scheme");
        if (scheme != null && !Addressing.isSupported(scheme.strip())) {
            throw StandardFault.UNSUPPORTED_REFERENCE.thrown("The reference for partner link '" + name
                    + "' has the reference-scheme '" + scheme.strip() + "', which is not that of WS-Addressing.");
        }
    }

    /**
     * Returns an endpoint with the reference parameters of an endpoint reference. With such parameters, messages to it
     * carry WS-Addressing headers.
     */
    private static Endpoint endpoint(String address, Object value) {
        Element parameters = value instanceof Element element ? find(element, PARAMETERS) : null;
        return parameters == null
                        || parameters.firstElement() == null
                        || !Addressing.isSupported(parameters.namespace())
                ? Endpoint.of(address)
                : new Endpoint(address, parameters.namespace(), parameters.elements(), null);
    }

    private static Element find(Element element, String searched) {
        if (element.name().equals(searched)) {
            return element;
        }
        for (Element child : element.elements()) {
            Element found = find(child, searched);
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
