package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.Processor;
import java.util.List;

/** {@code assign}: all copies or, when one fails, none (WS-BPEL 2.0, section 8.4). */
public final class AssignProcessor implements Processor {
    private final CopyStep[] steps;

    /** Copies in document order. */
    public AssignProcessor(List<CopyStep> steps) {
        this.steps = steps.toArray(CopyStep[]::new);
    }

    @Override
    public void start(Frame frame) {
        UndoLog undo = new UndoLog(steps.length > 1);
        try {
            for (CopyStep step : steps) {
                step.run(frame, undo);
            }
        } catch (FaultException e) {
            undo.undo();
            throw e;
        }
        frame.complete();
    }
}
