package io.soabench.engine.runtime.compile;

import io.soabench.contracts.wsdl.Operation;
import io.soabench.contracts.wsdl.PortType;
import io.soabench.engine.bpel.model.BoundReceipt;
import io.soabench.engine.bpel.model.ConsumedOperation;
import io.soabench.engine.bpel.model.InvokeNode;
import io.soabench.engine.bpel.model.PartnerLink;
import io.soabench.engine.bpel.model.ProcessModel;
import io.soabench.engine.bpel.model.ProvidedOperation;
import io.soabench.engine.runtime.kernel.PartnerOperation;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/** The operations of a process's own roles, by number, and of its partners' (WS-BPEL 2.0, chapter 6). */
final class Operations {
    private final Messages messages;
    private final Correlations correlations;
    private final List<ServiceOperation> provided = new ArrayList<>();
    private final List<PartnerOperation> consumed = new ArrayList<>();
    private final Set<Integer> uncorrelated = new HashSet<>();

    Operations(ProcessModel model, Messages messages, Correlations correlations) {
        this.messages = messages;
        this.correlations = correlations;
        for (ProvidedOperation operation : model.provided()) {
            provided.add(provided(operation));
        }
        for (ConsumedOperation operation : model.consumed()) {
            consumed.add(consumed(operation));
        }
        for (BoundReceipt reception : model.receptions()) {
            if (Correlations.isUncorrelated(reception)) {
                number(reception.partnerLink(), reception.operation()).ifPresent(uncorrelated::add);
            }
        }
    }

    private ServiceOperation provided(ProvidedOperation from) {
        PartnerLink link = from.partnerLink();
        Operation operation = from.operation();
        PortType portType = link.myPortType().orElseThrow();
        return new ServiceOperation(
                provided.size(),
                link.index(),
                link.name(),
                operation.name(),
                messages.soapAction(portType, operation),
                Messages.actionBase(portType, operation),
                messages.requestActions(portType, operation),
                messages.input(portType, operation),
                messages.output(portType, operation),
                messages.faults(portType, operation),
                from.createsInstance(),
                correlations.routes(from));
    }

    private PartnerOperation consumed(ConsumedOperation from) {
        PartnerLink link = from.partnerLink();
        Operation operation = from.operation();
        PortType portType = link.partnerPortType().orElseThrow();
        messages.checkPartner(portType, link.location(), link.name());
        return new PartnerOperation(
                link.index(),
                link.name(),
                operation.name(),
                messages.isSoap12(portType),
                messages.soapAction(portType, operation),
                messages.sentAction(portType, operation),
                Messages.actionBase(portType, operation),
                messages.input(portType, operation),
                messages.output(portType, operation),
                messages.faults(portType, operation));
    }

    /** Returns the operations of the process's own roles, by number. */
    List<ServiceOperation> provided() {
        return provided;
    }

    /** Returns the operations of its partners' roles. */
    List<PartnerOperation> consumed() {
        return consumed;
    }

    /** Returns the numbers of operations that may have a message for an instance to which no correlation set leads. */
    Set<Integer> uncorrelated() {
        return uncorrelated;
    }

    /** Returns the number of an operation of the process's own roles; empty for one that no activity receives. */
    OptionalInt number(PartnerLink link, Operation operation) {
        return provided.stream()
                .filter(candidate -> candidate.partnerLink() == link.index()
                        && candidate.name().equals(operation.name()))
                .mapToInt(ServiceOperation::index)
                .findFirst();
    }

    /** Returns the operation that an {@code invoke} calls. */
    PartnerOperation called(InvokeNode invoke) {
        return consumed.stream()
                .filter(candidate ->
                        candidate.partnerLink() == invoke.partnerLink().index()
                                && candidate.name().equals(invoke.operation().name()))
                .findFirst()
                .orElseThrow();
    }
}
