package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.MessageWait;
import io.soabench.engine.runtime.kernel.Processor;

/** {@code receive}: takes a message, the one that created the instance if it starts one (WS-BPEL 2.0, section 10.4). */
public final class ReceiveProcessor implements Processor {
    private final Reception reception;

    /** A receive. */
    public ReceiveProcessor(Reception reception) {
        this.reception = reception;
    }

    @Override
    public void start(Frame frame) {
        InboundMessage message = reception.find(frame);
        if (message == null) {
            frame.instance().pendingReceives().await(frame, reception);
        } else {
            reception.accept(frame, message);
            frame.complete();
        }
    }

    @Override
    public void arrived(Frame frame, MessageWait awaited, InboundMessage message) {
        reception.accept(frame, message);
        frame.complete();
    }

    @Override
    public void terminate(Frame frame) {
        frame.instance().pendingReceives().stopAwaiting(frame);
        frame.closeTerminated();
    }
}
