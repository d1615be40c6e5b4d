package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.kernel.Activity;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.MessageWait;

/** {@code onEvent}: its scope for every message that comes while the scope around it is active (WS-BPEL 2.0, section 12.7.1). */
public final class EventProcessor extends EventHandler {
    private final EventReception awaited;
    private final Reception inside;
    private final Activity body;

    /**
     * A handler.
     *
     * @param outside what it waits for, as seen from the scope that has the handler
     * @param inside what it takes in, as seen from the scope of the body
     * @param body a scope
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

    private void handle(Frame frame, InboundMessage message) {
        try {
            frame.instance().memory().requireRoom(1);
        } catch (FaultException e) {
            frame.instance().drop(message, e.fault());
            throw e;
        }
        frame.start(body).data(new ScopeProcessor.Received(inside, message));
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
}
