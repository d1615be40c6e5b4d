package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;

/**
 * Where a partner link's address is: assigned in the scope that declares it, or known from the deployment.
 *
 * @param hops scopes outwards to the declaring one
 * @param slot position among its partner links
 * @param index number of the partner link in the process
 * @param name name of the partner link
 */
public record PartnerSlot(int hops, int slot, int index, String name) {
    private static final String HTTP = "http://";
    private static final String ADDRESSING = "http://www.w3.org/2005/08/addressing";
    private static final String SERVICE_REF = "http://docs.oasis-open.org/wsbpel/2.0/serviceref";

    /**
     * The partner's address.
     *
     * @throws io.soabench.engine.runtime.fault.FaultException uninitializedPartnerRole when there is none
     */
    public String address(Frame frame) {
        String assigned = frame.scope().outwards(hops).address(slot);
        if (assigned != null) {
            if (!assigned.startsWith(HTTP)) {
                throw StandardFault.UNSUPPORTED_REFERENCE.thrown(
                        "Partner link '" + name + "' has the address '" + assigned + "', which is no http URL.");
            }
            return assigned;
        }
        String deployed = frame.instance().deployment().address(index);
        if (deployed.isEmpty()) {
            throw StandardFault.UNINITIALIZED_PARTNER_ROLE.thrown(
                    "Partner link '" + name + "' has no address; deploy one or assign an endpoint reference.");
        }
        return deployed;
    }

    /** The partner's address as {@code sref:service-ref} around a WS-Addressing endpoint reference. */
    Element reference(Frame frame) {
        return reference(address(frame));
    }

    /** The address of the process itself, likewise. */
    static Element ownReference(Frame frame) {
        return reference(frame.instance().deployment().ownAddress());
    }

    private static Element reference(String url) {
        Element address = Element.text("wsa", ADDRESSING, "Address", url);
        Element endpoint = Element.empty("wsa", ADDRESSING, "EndpointReference").withContent(List.of(address));
        return Element.empty("sref", SERVICE_REF, "service-ref").withContent(List.of(endpoint));
    }

    /** Assigns the address found in an endpoint reference: the first element named Address, or the text itself. */
    void assign(Frame frame, Object value) {
        Element found = value instanceof Element element ? find(element) : null;
        if (found == null && value instanceof Element element && element.is(SERVICE_REF, "service-ref")) {
            throw StandardFault.UNSUPPORTED_REFERENCE.thrown(
                    "The reference for partner link '" + name + "' holds no WS-Addressing address.");
        }
        String address = (found != null ? found.text() : CopyStep.text(value)).strip();
        if (address.isEmpty()) {
            throw StandardFault.MISMATCHED_ASSIGNMENT_FAILURE.thrown(
                    "The value for partner link '" + name + "' holds no address.");
        }
        frame.scope().outwards(hops).address(slot, address);
    }

    private static Element find(Element element) {
        if (element.name().equals("Address")) {
            return element;
        }
        for (Element child : element.elements()) {
            Element found = find(child);
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
