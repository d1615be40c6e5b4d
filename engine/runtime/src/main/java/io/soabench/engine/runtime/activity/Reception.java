package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.kernel.Endpoint;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.MessageWait;
import java.util.List;

/**
 * The message that a receive or a branch of a pick waits for.
 *
 * @param exchange the association with its reply
 * @param slots the slots of the message; null when it is not kept
 * @param createsInstance whether it may be the start message
 * @param correlations the uses of correlation sets
 */
public record Reception(
        ExchangeSlot exchange, MessageSlots slots, boolean createsInstance, List<CorrelationUse> correlations)
        implements MessageWait {
    /** Copies the list. */
    public Reception {
        correlations = List.copyOf(correlations);
    }

    @Override
    public int operation() {
        return exchange.operation();
    }

    /**
     * Returns a message that is there already: the start message, or a message that came early; null when there is
     * none.
     */
    InboundMessage find(Frame frame) {
        if (createsInstance) {
            InboundMessage first = frame.instance().pendingMessages().takeStart(operation());
            if (first != null) {
                return first;
            }
        }
        for (CorrelationUse use : correlations) {
            use.requireForWaiting(frame);
        }
        return frame.instance().pendingMessages().takeEarly(frame, this);
    }

    @Override
    public boolean accepts(Frame frame, InboundMessage message) {
        try {
            for (CorrelationUse use : correlations) {
                if (!use.accepts(frame, message.parts())) {
                    return false;
                }
            }
            return true;
        } catch (FaultException e) {
            // A message without the properties matches no receive here.
            return false;
        }
    }

    @Override
    public boolean takesAny(Frame frame) {
        return correlations.stream().allMatch(use -> use.takesAny(frame));
    }

    @Override
    public String expected(Frame frame) {
        StringBuilder text = new StringBuilder();
        for (CorrelationUse use : correlations) {
            text.append(use.set()).append('=').append(use.held(frame)).append(';');
        }
        return text.toString();
    }

    /**
     * Checks or initiates the correlation sets. A message that violates one of them is not received (section 9.2), so
     * its request is closed with the fault.
     */
    private void correlate(Frame frame, InboundMessage message) {
        try {
            CorrelationUse.apply(correlations, frame, message.parts());
        } catch (FaultException e) {
            if (!message.operation().isOneWay()
                    && e.fault().name().equals(StandardFault.CORRELATION_VIOLATION.qualifiedName())) {
                frame.instance().fault(frame.instance().openRequests().take(exchange.of(frame)), e.fault());
            }
            throw e;
        }
    }

    /**
     * Makes the sender of a one-way request the partner of the same partner link, if the request names an address for
     * answers.
     */
    private void addressPartner(Frame frame, InboundMessage message) {
        Endpoint sender = message.addressing().replyTo();
        if (sender != null
                && !sender.isNowhere()
                && message.operation().isOneWay()
                && exchange.partner() != ExchangeSlot.NO_PARTNER) {
            frame.scope().outwards(exchange.linkHops()).endpoint(exchange.partner(), sender);
        }
    }

    /**
     * Receives a message: opens its request, uses its correlation sets, and assigns its variables.
     *
     * @throws io.soabench.engine.runtime.fault.FaultException conflictingRequest when a request of the same exchange is
     *     open; correlationViolation when the message violates a correlation set. The sender gets the fault, too
     */
    void accept(Frame frame, InboundMessage message) {
        if (!message.operation().isOneWay() && !frame.instance().openRequests().open(exchange.of(frame), message)) {
            frame.instance()
                    .fault(
                            message.replyTo(),
                            StandardFault.CONFLICTING_REQUEST.because("The same request is open already."));
            throw StandardFault.CONFLICTING_REQUEST.thrown("A request of operation '"
                    + message.operation().name() + "' is open already; use another message exchange.");
        }
        correlate(frame, message);
        if (message.addressing() != null) {
            addressPartner(frame, message);
        }
        if (slots != null) {
            slots.write(frame.scope(), message.parts());
        }
        if (createsInstance) {
            ScopeProcessor.instanceCreated(frame.instance().root());
        }
    }
}
