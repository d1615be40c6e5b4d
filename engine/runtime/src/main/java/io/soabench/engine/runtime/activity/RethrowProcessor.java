package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.Processor;
import io.soabench.engine.runtime.kernel.ScopeInstance;

/**
 * The processor of {@code rethrow}, which raises the fault that the surrounding handler has caught (WS-BPEL 2.0,
 * section 12.5).
 */
public final class RethrowProcessor implements Processor {
    @Override
    public void start(Frame frame) {
        for (ScopeInstance scope = frame.scope(); scope != null; scope = scope.parent()) {
            if (scope.frame().data() instanceof ScopeRun run && run.state == ScopeRun.State.HANDLING) {
                frame.fault(run.fault);
                return;
            }
        }
        throw new IllegalStateException(frame.activity() + " stands outside of a fault handler");
    }
}
