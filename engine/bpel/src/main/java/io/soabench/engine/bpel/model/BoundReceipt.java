package io.soabench.engine.bpel.model;

import io.soabench.contracts.source.Location;
import io.soabench.contracts.wsdl.Operation;
import io.soabench.contracts.wsdl.PortType;
import java.util.List;
import java.util.Optional;

/**
 * The message that a receive, a branch of a pick or an event handler waits for. Immutable.
 *
 * @param activity the id of the receive, the pick, or the scope of the event handler
 * @param partnerLink the partner link of the message
 * @param portType the port type of the role {@code myRole}
 * @param operation the operation that the process provides
 * @param variable the variable for the whole message; a variable of an element takes the only part
 * @param fromParts the variables for single parts
 * @param correlations the correlation sets, in document order
 * @param messageExchange the message exchange; empty is the unnamed one of the scope (of the process, or of an event
 *     handler or parallel forEach)
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
