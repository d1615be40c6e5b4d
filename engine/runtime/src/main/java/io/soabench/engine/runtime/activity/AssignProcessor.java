package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.Processor;
import java.util.List;

/** The processor of {@code assign}. It does all copies or, when one of them fails, none (WS-BPEL 2.0, section 8.4). */
public final class AssignProcessor implements Processor {
    private final CopyStep[] steps;
    private final List<ValueCheck> checks;

    /** Whether an assign that fails may have written something before. */
    private final boolean takesBack;

    /**
     * Creates a processor.
     *
     * @param steps the copies in document order
     * @param checks the variables to validate after the copies
     */
    public AssignProcessor(List<CopyStep> steps, List<ValueCheck> checks) {
        this.checks = List.copyOf(checks);
        this.steps = steps.toArray(CopyStep[]::new);
        takesBack = steps.size() > 1 || !checks.isEmpty() || steps.stream().anyMatch(CopyStep::hasSeveralWrites);
    }

    @Override
    public void start(Frame frame) {
        UndoLog undo = new UndoLog(takesBack);
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
