package io.soabench.engine.bpel.model;

import io.soabench.contracts.source.Location;
import io.soabench.contracts.wsdl.Operation;
import io.soabench.contracts.wsdl.PortType;
import java.util.List;
import java.util.Optional;

/**
 * The message that a receive, a branch of a pick or an event handler waits for.
 *
 * @param activity the id of the receive, the pick, or the scope of the event handler
 * @param partnerLink the partner link of the message
 * @param portType of my role
 * @param operation that is provided
 * @param variable takes the whole message; a variable of an element takes the only part
 * @param fromParts take parts one by one
 * @param correlations in document order
 * @param messageExchange empty is the unnamed one of the scope (of the process, or of an event handler or parallel forEach)
 * @param createInstance true at start activities
 * @param location the element
 */
public record BoundReceipt(
        int activity,
        PartnerLink partnerLink,
        PortType portType,
        Operation operation,
        Optional<Variable> variable,
        List<PartBinding> fromParts,
        List<BoundCorrelation> correlations,
        Optional<MessageExchange> messageExchange,
        boolean createInstance,
        Location location) {
    public BoundReceipt {
        fromParts = List.copyOf(fromParts);
        correlations = List.copyOf(correlations);
    }
}
