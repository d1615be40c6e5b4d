package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.MessageShape;
import io.soabench.engine.runtime.kernel.Processor;
import io.soabench.engine.runtime.kernel.ReplyTo;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.QualifiedName;
import java.util.List;

/**
 * The processor of {@code reply}, which answers an open request with a message or a fault (WS-BPEL 2.0, section 10.4).
 */
public final class ReplyProcessor implements Processor {
    private final ExchangeSlot exchange;
    private final QualifiedName fault;
    private final MessageShape shape;
    private final MessageSlots slots;
    private final List<CorrelationUse> correlations;

    /**
     * Creates a processor.
     *
     * @param exchange the association with the request
     * @param fault the name of the fault; null for a normal answer
     * @param shape the layout of the message; null for a fault without data
     * @param slots the slots of the message; null for a message without parts
     * @param correlations the uses of correlation sets
     */
    public ReplyProcessor(
            ExchangeSlot exchange,
            QualifiedName fault,
            MessageShape shape,
            MessageSlots slots,
            List<CorrelationUse> correlations) {
        this.shape = shape;
        this.exchange = exchange;
        this.fault = fault;
        this.slots = slots;
        this.correlations = List.copyOf(correlations);
    }

    @Override
    public void start(Frame frame) {
        List<Element> parts = slots == null ? List.of() : slots.read(frame);
        String problem = shape == null ? null : shape.problem(parts);
        if (problem != null) {
            throw StandardFault.INVALID_VARIABLES.thrown(problem);
        }
        CorrelationUse.apply(correlations, frame, parts);
        ReplyTo replyTo = frame.instance().openRequests().take(exchange.of(frame));
        if (replyTo == null) {
            throw StandardFault.MISSING_REQUEST.thrown("No request is open for " + frame.activity() + ".");
        }
        if (fault == null) {
            frame.instance().reply(replyTo, parts);
        } else {
            QualifiedName type = shape == null ? null : shape.message();
            frame.instance().fault(replyTo, new Fault(fault, type, parts, "The process replied with " + fault + "."));
        }
        frame.complete();
    }
}
