package io.soabench.engine.runtime.kernel;

import java.util.List;

/**
 * An operation of a partner that a process calls.
 *
 * @param partnerLink the number of the partner link in the process
 * @param partnerLinkName the name of the partner link
 * @param name the name of the operation
 * @param soap12 whether the partner uses SOAP 1.2
 * @param soapAction the value of the SOAPAction header, without quotes
 * @param action the action of WS-Addressing with which a request goes to an addressed endpoint
 * @param actionBase the default action of WS-Addressing without its last part: namespace, port type, operation
 * @param input the layout of the request
 * @param output the layout of the answer; null for a one-way operation
 * @param faults the declared faults
 */
public record PartnerOperation(
        int partnerLink,
        String partnerLinkName,
        String name,
        boolean soap12,
        String soapAction,
        String action,
        String actionBase,
        MessageShape input,
        MessageShape output,
        List<FaultShape> faults) {
    /** Copies the list. */
    public PartnerOperation {
        faults = List.copyOf(faults);
    }

    /** Returns whether the partner sends no answer. */
    public boolean isOneWay() {
        return output == null;
    }
}
