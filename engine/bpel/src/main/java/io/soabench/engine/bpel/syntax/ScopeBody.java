package io.soabench.engine.bpel.syntax;

import java.util.List;
import java.util.Optional;

/**
 * The common content of a process and a scope.
 *
 * @param partnerLinks in document order
 * @param messageExchanges in document order
 * @param variables in document order
 * @param correlationSets in document order
 * @param faultHandlers if any
 * @param eventHandlers if any
 * @param compensationHandler not on a process
 * @param terminationHandler not on a process
 * @param exitOnStandardFault empty if inherited
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
