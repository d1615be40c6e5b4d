package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.kernel.Endpoint;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.PartnerCall;
import io.soabench.engine.runtime.kernel.PartnerOperation;
import io.soabench.engine.runtime.kernel.Processor;
import io.soabench.engine.runtime.kernel.StateReader;
import io.soabench.engine.runtime.kernel.StateWriter;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;
import java.util.Objects;

/**
 * The processor of {@code invoke}, which calls a partner and completes with its answer (WS-BPEL 2.0, section 10.3). A
 * one-way call completes when the partner has accepted it, so an unreachable partner is a fault of the activity.
 */
public final class InvokeProcessor implements Processor {
    private final PartnerOperation operation;
    private final PartnerSlot partner;
    private final MessageSlots input;
    private final MessageSlots output;
    private final List<CorrelationUse> correlations;

    /**
     * Creates a processor.
     *
     * @param operation the operation to call
     * @param partner the address of the partner
     * @param input the slots of the request; null for a message without parts
     * @param output the slots of the answer; null when it is not kept
     * @param correlations the uses of correlation sets
     */
    public InvokeProcessor(
            PartnerOperation operation,
            PartnerSlot partner,
            MessageSlots input,
            MessageSlots output,
            List<CorrelationUse> correlations) {
        this.operation = operation;
        this.partner = partner;
        this.input = input;
        this.output = output;
        this.correlations = List.copyOf(correlations);
    }

    @Override
    public void start(Frame frame) {
        List<Element> message = input == null ? List.of() : input.read(frame);
        String problem = operation.input().problem(message);
        if (problem != null) {
            throw StandardFault.INVALID_VARIABLES.thrown(problem);
        }
        CorrelationUse.apply(correlations, frame, message);
        PartnerCall call = new PartnerCall(operation, partner.endpoint(frame), message, frame);
        frame.data(call);
        frame.instance().call(call);
    }

    @Override
    public void answered(Frame frame, List<Element> parts) {
        // An answer is received before it can violate a correlation set (section 9.2).
        if (output != null) {
            output.write(frame.scope(), parts);
        }
        for (CorrelationUse use : correlations) {
            use.applyToAnswer(frame, parts);
        }
        frame.complete();
    }

    @Override
    public void failed(Frame frame, Fault failure) {
        frame.fault(failure);
    }

    @Override
    public void terminate(Frame frame) {
        if (frame.data() instanceof PartnerCall call) {
            call.abandon();
        }
        frame.closeTerminated();
    }

    @Override
    public void write(Frame frame, StateWriter snapshot) {
        snapshot.flag(frame.data() != null);
        if (frame.data() instanceof PartnerCall call) {
            snapshot.endpoint(call.endpoint());
            snapshot.elements(call.input());
        }
    }

    /** Makes a call anew. If its end is awaited, the recovery sends it again, or lets it fail. */
    @Override
    public void read(Frame frame, StateReader snapshot) {
        if (snapshot.flag()) {
            Endpoint endpoint = Objects.requireNonNull(snapshot.endpoint(), "endpoint");
            PartnerCall call = new PartnerCall(operation, endpoint, snapshot.elements(), frame);
            frame.data(call);
            if (frame.isActive()) {
                frame.instance().call(call);
            }
        }
    }
}
