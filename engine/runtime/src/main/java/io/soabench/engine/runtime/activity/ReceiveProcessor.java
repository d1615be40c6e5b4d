package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.MessageWait;
import io.soabench.engine.runtime.kernel.Processor;
import java.util.List;

/**
 * The processor of {@code receive}, which takes a message. If it starts instances, it takes the start message first
 * (WS-BPEL 2.0, section 10.4).
 */
public final class ReceiveProcessor implements Processor {
    private final Reception reception;

    /** Creates a processor. */
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

    @Override
    public List<MessageWait> waits() {
        return List.of(reception);
    }
}
