package io.soabench.engine.bpel.model;

import java.util.List;

/**
 * The data of an instance of a scope. Slots are indices in these lists. Immutable.
 *
 * @param id the number of the scope, dense in the process; 0 is the process
 * @param parent the number of the enclosing scope; -1 for the process
 * @param activity the id of the scope activity
 * @param name as written, empty if there is none
 * @param variables by slot, implicit ones included
 * @param partnerLinks by slot
 * @param correlationSets by slot
 * @param messageExchanges by slot
 * @param links by slot: the links of flows that run in this scope
 */
public record ScopeFrame(
        int id,
        int parent,
        int activity,
        String name,
        List<Variable> variables,
        List<PartnerLink> partnerLinks,
        List<CorrelationSet> correlationSets,
        List<MessageExchange> messageExchanges,
        List<Link> links) {
    public ScopeFrame {
        variables = List.copyOf(variables);
        partnerLinks = List.copyOf(partnerLinks);
        correlationSets = List.copyOf(correlationSets);
        messageExchanges = List.copyOf(messageExchanges);
        links = List.copyOf(links);
    }
}
