package io.soabench.engine.runtime.compile;

import io.soabench.engine.bpel.model.BoundCorrelation;
import io.soabench.engine.bpel.model.BoundReceipt;
import io.soabench.engine.runtime.activity.MessageSlots;
import io.soabench.engine.runtime.activity.Reception;
import java.util.List;
import java.util.Optional;

/** A compiler of the messages that receives, branches of a pick and event handlers wait for. */
final class Receptions {
    private final SlotLayout layout;
    private final Correlations correlations;
    private final MessageExchanges exchanges;

    Receptions(SlotLayout layout, Correlations correlations, MessageExchanges exchanges) {
        this.layout = layout;
        this.correlations = correlations;
        this.exchanges = exchanges;
    }

    /**
     * Compiles a reception: the operation and correlation of its messages, and the slots they are taken into, in a
     * scope.
     */
    Reception reception(int scope, BoundReceipt from) {
        MessageSlots slots =
                layout.received(scope, from.operation().input().orElseThrow(), from.variable(), from.fromParts());
        return new Reception(
                exchanges.slot(scope, from.partnerLink(), from.operation(), from.messageExchange()),
                slots,
                from.createInstance(),
                correlations.uses(scope, from.correlations(), from.operation().input(), Optional.empty()));
    }

    /**
     * Compiles the reception of an event handler. It waits before there is the scope of the event, and correlation sets
     * of that scope have no values yet (section 12.7.1).
     *
     * @param scope that has the handler
     * @param inside the scope of the event
     * @param within the part that happens in the scope of the event
     */
    Reception ofEvent(int scope, int inside, BoundReceipt from, Reception within) {
        List<BoundCorrelation> outer = from.correlations().stream()
                .filter(use -> use.set().scope() != inside)
                .toList();
        return new Reception(
                within.exchange(),
                null,
                false,
                correlations.uses(scope, outer, from.operation().input(), Optional.empty()));
    }
}
