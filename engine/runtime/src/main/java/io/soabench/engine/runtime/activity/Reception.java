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
 * @param exchange what its reply belongs to
 * @param slots where the message goes; null when nobody keeps it
 * @param createsInstance whether it may be the message that started the instance
 * @param correlations the correlation sets it uses
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

    /** The message that is there already: the one that started the instance, or one that came early; or null. */
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
            // A message without the properties is for nobody here.
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

    /** A message that violates a correlation set is not received (section 9.2), so nothing is owed to its sender any more. */
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

    /** A one-way request that says where answers go makes its sender the partner that is called by the same link. */
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
     * Takes a message in: correlation sets, variables and open request.
     *
     * @throws io.soabench.engine.runtime.fault.FaultException conflictingRequest when the same request is open already;
     *     correlationViolation when the message does not fit the correlation sets, whose sender then gets the fault, too
     */
    void accept(Frame frame, InboundMessage message) {
        if (!message.operation().isOneWay()
                && !frame.instance()
                        .openRequests()
                        .open(exchange.of(frame), message.replyTo(), message.addressingWeight())) {
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
