package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.kernel.Activity;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.Processor;
import io.soabench.engine.runtime.kernel.ScopeInstance;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The compensation of one completed scope: its handler, or by default the compensation of the scopes inside it. The handler
 * runs in the scope as it was when it completed; its faults go to the scope which compensates.
 */
final class CompensationProcessor implements Processor {
    private final Activity handler;

    CompensationProcessor(Activity handler) {
        this.handler = handler;
    }

    /** What a running compensation knows. */
    private static final class Run {
        private final ScopeInstance scope;
        private final Deque<ScopeInstance> inner;
        private Fault fault;

        Run(ScopeInstance scope, Deque<ScopeInstance> inner) {
            this.scope = scope;
            this.inner = inner;
        }
    }

    @Override
    public void start(Frame frame) {
        ScopeInstance scope = (ScopeInstance) frame.data();
        scope.frame(frame);
        Run run = new Run(scope, new ArrayDeque<>(handler == null ? scope.takeCompleted(-1) : java.util.List.of()));
        frame.data(run);
        if (handler == null) {
            next(frame, run);
        } else {
            frame.start(handler, scope);
        }
    }

    private static void next(Frame frame, Run run) {
        if (!Compensating.startNext(frame, run.scope, run.inner)) {
            frame.complete();
        }
    }

    @Override
    public void childCompleted(Frame frame, Frame child) {
        next(frame, (Run) frame.data());
    }

    @Override
    public void faulted(Frame frame, Fault fault) {
        Run run = (Run) frame.data();
        if (run.fault != null || frame.isTerminating()) {
            return;
        }
        run.fault = fault;
        frame.terminateChildren();
        finish(frame);
    }

    @Override
    public void childTerminated(Frame frame, Frame child) {
        finish(frame);
    }

    private static void finish(Frame frame) {
        if (frame.hasChildren() || !frame.isActive()) {
            return;
        }
        Fault fault = ((Run) frame.data()).fault;
        if (fault == null || frame.isTerminating()) {
            frame.closeTerminated();
        } else {
            frame.closeFaulted(fault);
        }
    }
}
