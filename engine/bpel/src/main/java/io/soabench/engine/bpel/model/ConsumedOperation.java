package io.soabench.engine.bpel.model;

import io.soabench.contracts.wsdl.Operation;
import java.util.List;

/**
 * An operation of a partner that the process calls.
 *
 * @param partnerLink the partner link
 * @param operation the operation
 * @param activities the ids of the activities that call it
 */
public record ConsumedOperation(PartnerLink partnerLink, Operation operation, List<Integer> activities) {
    public ConsumedOperation {
        activities = List.copyOf(activities);
    }
}
