package io.soabench.engine.server.batch;

import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.PartnerCall;
import io.soabench.engine.runtime.kernel.PartnerInvoker;
import io.soabench.engine.runtime.kernel.PartnerOperation;
import io.soabench.engine.runtime.kernel.ReplyTo;
import java.util.IdentityHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * The partners inside the engine. They answer at once, without sockets, on the thread that would have sent the call
 * (P13, section 4.3: "all the modules … but network traffic is not generated"). Thread-safe.
 */
final class LoopbackPartners implements PartnerInvoker {
    private final IdentityHashMap<PartnerOperation, LoopbackAnswers.Answer> answers = new IdentityHashMap<>();
    private final CallThreads stage;
    private final LongAdder calls = new LongAdder();
    private final LongAdder lost = new LongAdder();

    LoopbackPartners(Iterable<PartnerOperation> operations, LoopbackAnswers prepared, CallThreads stage) {
        operations.forEach(operation -> answers.put(operation, prepared.of(operation)));
        this.stage = stage;
    }

    @Override
    public void call(PartnerCall call) {
        stage.run(call, () -> answer(call));
    }

    private void answer(PartnerCall call) {
        if (call.isAbandoned()) {
            return;
        }
        calls.increment();
        LoopbackAnswers.Answer answer = answers.get(call.operation());
        if (answer == null) {
            call.failed(StandardFault.PARTNER_FAILURE.because("No partner inside the engine has operation '"
                    + call.operation().name() + "'."));
        } else if (!call.operation().isOneWay()) {
            call.answered(answer.to(call.input()));
        } else {
            call.answered(java.util.List.of());
            if (answer.callback() != null
                    && !call.callBack(new InboundMessage(answer.callback(), answer.to(call.input()), ReplyTo.NOBODY))) {
                lost.increment();
            }
        }
    }

    /** Returns the number of answered calls. */
    long calls() {
        return calls.sum();
    }

    /** Returns the number of callbacks that the instance had no room for. */
    long lost() {
        return lost.sum();
    }
}
