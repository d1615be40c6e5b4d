package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.Processor;
import java.util.List;

/** {@code assign}: all copies or, when one fails, none (WS-BPEL 2.0, section 8.4). */
public final class AssignProcessor implements Processor {
    private final CopyStep[] steps;
    private final List<ValueCheck> checks;

    /**
     * An assign.
     *
     * @param steps copies in document order
     * @param checks what is validated afterwards
     */
    public AssignProcessor(List<CopyStep> steps, List<ValueCheck> checks) {
        this.checks = List.copyOf(checks);
        this.steps = steps.toArray(CopyStep[]::new);
    }

    @Override
    public void start(Frame frame) {
        UndoLog undo = new UndoLog(steps.length > 1 || !checks.isEmpty());
        try {
            for (CopyStep step : steps) {
                step.run(frame, undo);
            }
            for (ValueCheck check : checks) {
                check.requireIfPresent(frame);
            }
        } catch (FaultException e) {
            undo.undo();
            throw e;
        }
        frame.complete();
    }
}
