package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.kernel.Activity;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.MessageWait;
import java.util.List;

/**
 * The processor of an {@code onEvent} event handler. It runs its scope for each message that comes while the
 * surrounding scope is active (WS-BPEL 2.0, section 12.7.1).
 */
public final class EventProcessor extends EventHandler {
    private final EventReception awaited;
    private final Reception inside;
    private final Activity body;

    /**
     * Creates a processor.
     *
     * @param outside the message that it waits for, as seen from the scope that declares the handler
     * @param inside the reception of that message, as seen from the scope of the body
     * @param body the scope that it runs
     */
    public EventProcessor(Reception outside, Reception inside, Activity body) {
        this.awaited = new EventReception(outside);
        this.inside = inside;
        this.body = body;
    }

    @Override
    public void start(Frame frame) {
        for (InboundMessage early = frame.instance().pendingMessages().takeEarly(frame, awaited);
                early != null;
                early = frame.instance().pendingMessages().takeEarly(frame, awaited)) {
            handle(frame, early);
        }
        frame.instance().pendingReceives().await(frame, awaited);
    }

    /** Starts the scope of the handler for a message. */
    private void handle(Frame frame, InboundMessage message) {
        try {
            frame.instance().memory().requireRoom(1);
        } catch (FaultException e) {
            frame.instance().drop(message, e.fault());
            throw e;
        }
        frame.instance().pendingMessages().addUnopened(message);
        frame.start(body).data(new ScopeProcessor.Received(inside, message));
    }

    /** Refuses the request of a scope that was terminated before it began. */
    @Override
    public void childTerminated(Frame frame, Frame child) {
        InboundMessage message = ScopeProcessor.received(child);
        if (message != null && frame.instance().pendingMessages().removeUnopened(message)) {
            frame.instance()
                    .fault(
                            message.replyTo(),
                            StandardFault.MISSING_REPLY.because("The scope of the request ended before it began."));
        }
        super.childTerminated(frame, child);
    }

    @Override
    public void arrived(Frame frame, MessageWait wait, InboundMessage message) {
        handle(frame, message);
        frame.instance().pendingReceives().await(frame, awaited);
    }

    @Override
    void stop(Frame frame) {
        frame.instance().pendingReceives().stopAwaiting(frame);
    }

    @Override
    public List<Activity> children() {
        return List.of(body);
    }

    @Override
    public List<MessageWait> waits() {
        return List.of(awaited);
    }

    /** Returns the reception of its messages, as seen from the scope of the body. */
    Reception inside() {
        return inside;
    }
}
