package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.PartnerCall;
import io.soabench.engine.runtime.kernel.PartnerOperation;
import io.soabench.engine.runtime.kernel.Processor;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;

/**
 * {@code invoke}: calls a partner and goes on when it has answered (WS-BPEL 2.0, section 10.3). A one-way call goes on when the
 * partner has accepted it, so that a partner which cannot be reached is a fault of the activity.
 */
public final class InvokeProcessor implements Processor {
    private final PartnerOperation operation;
    private final PartnerSlot partner;
    private final MessageSlots input;
    private final MessageSlots output;
    private final List<CorrelationUse> correlations;

    /**
     * An invoke.
     *
     * @param operation what is called
     * @param partner where it is called
     * @param input where the request is; null for a message without parts
     * @param output where the answer goes; null when nobody keeps it
     * @param correlations the correlation sets it uses
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
        // An answer is received before it is found to violate a correlation set (section 9.2).
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
}
