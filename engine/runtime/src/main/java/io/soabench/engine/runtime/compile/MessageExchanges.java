package io.soabench.engine.runtime.compile;

import io.soabench.contracts.wsdl.Operation;
import io.soabench.engine.bpel.model.EventBranch;
import io.soabench.engine.bpel.model.ForEachNode;
import io.soabench.engine.bpel.model.MessageExchange;
import io.soabench.engine.bpel.model.PartnerLink;
import io.soabench.engine.bpel.model.ProcessModel;
import io.soabench.engine.bpel.model.ScopeNode;
import io.soabench.engine.runtime.activity.ExchangeSlot;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** A compiler of the pairing of replies with requests (WS-BPEL 2.0, section 10.4.1). */
final class MessageExchanges {
    private final ProcessModel model;
    private final SlotLayout layout;
    private final Operations operations;

    /** The scopes, beside the process, that have an unnamed message exchange of their own. */
    private final Set<Integer> unnamed = new HashSet<>();

    MessageExchanges(ProcessModel model, SlotLayout layout, Operations operations) {
        this.model = model;
        this.layout = layout;
        this.operations = operations;
        for (ForEachNode loop : model.activities(ForEachNode.class)) {
            if (loop.parallel()) {
                unnamed.add(loop.body().frame().id());
            }
        }
        for (ScopeNode scope : model.activities(ScopeNode.class)) {
            for (EventBranch event : scope.events()) {
                unnamed.add(event.body().frame().id());
            }
        }
    }

    /** Returns the message exchange to which a receipt or reply in a scope belongs. */
    ExchangeSlot slot(int scope, PartnerLink link, Operation operation, Optional<MessageExchange> exchange) {
        return new ExchangeSlot(
                operations.number(link, operation).orElse(-1),
                exchange.map(MessageExchange::index).orElse(-1),
                layout.hops(scope, exchange.map(MessageExchange::scope).orElseGet(() -> holderOfUnnamed(scope))),
                layout.partnerLink(scope, link),
                link.partnerRole().isPresent() ? link.slot() : ExchangeSlot.NO_PARTNER);
    }

    private int holderOfUnnamed(int scope) {
        int at = scope;
        while (at > 0 && !unnamed.contains(at)) {
            at = model.frame(at).parent();
        }
        return at;
    }
}
