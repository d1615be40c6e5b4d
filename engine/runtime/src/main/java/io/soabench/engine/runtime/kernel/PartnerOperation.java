package io.soabench.engine.runtime.kernel;

import java.util.List;

/**
 * An operation of a partner that a process calls.
 *
 * @param partnerLink number of the partner link in the process
 * @param partnerLinkName name of that partner link
 * @param name name of the operation
 * @param soap12 whether the partner speaks SOAP 1.2
 * @param soapAction value of the SOAPAction header, without quotes
 * @param actionBase default action of WS-Addressing without its last word: namespace, port type, operation
 * @param input the request
 * @param output the answer, or null for one-way
 * @param faults the declared faults
 */
public record PartnerOperation(
        int partnerLink,
        String partnerLinkName,
        String name,
        boolean soap12,
        String soapAction,
        String actionBase,
        MessageShape input,
        MessageShape output,
        List<FaultShape> faults) {
    /** Copies the list. */
    public PartnerOperation {
        faults = List.copyOf(faults);
    }

    /** Whether the partner gives no answer. */
    public boolean isOneWay() {
        return output == null;
    }
}
