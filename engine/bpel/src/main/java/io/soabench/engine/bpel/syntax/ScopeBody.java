package io.soabench.engine.bpel.syntax;

import java.util.List;
import java.util.Optional;

/**
 * The common content of a process and a scope, as written. Lists are in document order.
 *
 * @param partnerLinks the partner links
 * @param messageExchanges the named message exchanges
 * @param variables the variables
 * @param correlationSets the correlation sets
 * @param faultHandlers the fault handlers
 * @param eventHandlers the event handlers
 * @param compensationHandler the compensation handler; never on a process
 * @param terminationHandler the termination handler; never on a process
 * @param exitOnStandardFault empty if it is inherited
 * @param activity the main activity
 */
public record ScopeBody(
        List<PartnerLinkDeclaration> partnerLinks,
        List<MessageExchangeDeclaration> messageExchanges,
        List<VariableDeclaration> variables,
        List<CorrelationSetDeclaration> correlationSets,
        Optional<FaultHandlers> faultHandlers,
        Optional<EventHandlers> eventHandlers,
        Optional<Handler> compensationHandler,
        Optional<Handler> terminationHandler,
        Optional<Boolean> exitOnStandardFault,
        ActivityElement activity) {
    public ScopeBody {
        partnerLinks = List.copyOf(partnerLinks);
        messageExchanges = List.copyOf(messageExchanges);
        variables = List.copyOf(variables);
        correlationSets = List.copyOf(correlationSets);
    }
}
