package io.soabench.engine.bpel.model;

import io.soabench.contracts.wsdl.Operation;
import java.util.List;

/** An operation that the process provides, with all receptions of it. */
public record ProvidedOperation(PartnerLink partnerLink, Operation operation, List<BoundReceipt> receptions) {
    public ProvidedOperation {
        receptions = List.copyOf(receptions);
    }

    /** Returns true if a message for it may start an instance. */
    public boolean createsInstance() {
        return receptions.stream().anyMatch(BoundReceipt::createInstance);
    }
}
