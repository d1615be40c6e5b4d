package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.kernel.Activity;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.IsolationLocks;
import io.soabench.engine.runtime.kernel.Processor;
import io.soabench.engine.runtime.kernel.ScopeInstance;
import io.soabench.engine.runtime.kernel.StateReader;
import io.soabench.engine.runtime.kernel.StateWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * The processor of the compensation of one completed scope: its compensation handler or, by default, the compensation
 * of its inner scopes. The handler runs in the scope with the values at its completion. Its faults go to the scope that
 * compensates (WS-BPEL 2.0, section 12.4.4).
 */
final class CompensationProcessor implements Processor {
    private final Activity handler;
    private final SharedSlots shared;
    private final boolean exitOnStandardFault;

    CompensationProcessor(Activity handler, SharedSlots shared, boolean exitOnStandardFault) {
        this.handler = handler;
        this.exitOnStandardFault = exitOnStandardFault;
        this.shared = handler == null ? null : shared;
    }

    /** The state of a compensation that runs. */
    private static final class Run {
        private final ScopeInstance scope;
        private final Deque<ScopeInstance> inner;
        private Set<IsolationLocks.Shared> held;
        private boolean queued;
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
        Run run = new Run(scope, new ArrayDeque<>(handler == null ? scope.takeCompleted(-1) : List.of()));
        frame.data(run);
        if (shared != null) {
            run.held = shared.of(scope);
            if (!frame.instance().isolationLocks().enter(frame, run.held)) {
                run.queued = true;
                return;
            }
        }
        begin(frame, run);
    }

    /** Releases the values of the scope, which nobody else knows any more. */
    @Override
    public void neverStarted(Frame frame) {
        ((ScopeInstance) frame.data()).drop();
    }

    /** Starts the handler, or the compensation of the first inner scope. */
    private void begin(Frame frame, Run run) {
        if (handler == null) {
            next(frame, run);
        } else {
            frame.start(handler, run.scope);
        }
    }

    @Override
    public void entered(Frame frame) {
        Run run = (Run) frame.data();
        run.queued = false;
        begin(frame, run);
    }

    @Override
    public void terminate(Frame frame) {
        if (((Run) frame.data()).queued) {
            frame.instance().isolationLocks().withdraw(frame);
            frame.closeTerminated();
        } else {
            Processor.super.terminate(frame);
        }
    }

    /** Releases the locks and, after the end, the values of the compensated scope. */
    private static void release(Frame frame, Run run) {
        if (run.held != null) {
            frame.instance().isolationLocks().leave(run.held);
            run.held = null;
        }
        if (!frame.isActive()) {
            run.inner.forEach(ScopeInstance::drop);
            run.inner.clear();
            run.scope.drop();
        }
    }

    /** Starts the compensation of the next inner scope; completes after the last one. */
    private static void next(Frame frame, Run run) {
        if (!Compensations.startNext(frame, run.scope, run.inner)) {
            frame.complete();
            release(frame, run);
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
        if (exitOnStandardFault && ScopeProcessor.exits(fault)) {
            frame.instance().exit(fault);
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

    /** Ends the compensation when nothing inside is active any more. */
    private static void finish(Frame frame) {
        if (frame.hasChildren() || !frame.isActive()) {
            return;
        }
        Run run = (Run) frame.data();
        if (run.fault == null || frame.isTerminating()) {
            frame.closeTerminated();
        } else {
            frame.closeFaulted(run.fault);
        }
        release(frame, run);
    }

    @Override
    public List<Activity> children() {
        return handler == null ? List.of() : List.of(handler);
    }

    @Override
    public void write(Frame frame, StateWriter snapshot) {
        boolean isBegun = frame.data() instanceof Run;
        snapshot.flag(isBegun);
        if (!isBegun) {
            snapshot.scope((ScopeInstance) frame.data());
            return;
        }
        Run run = (Run) frame.data();
        snapshot.scope(run.scope);
        snapshot.scopes(run.inner);
        snapshot.flag(run.held != null);
        snapshot.flag(run.queued);
        snapshot.fault(run.fault);
    }

    @Override
    public void read(Frame frame, StateReader snapshot) {
        boolean isBegun = snapshot.flag();
        ScopeInstance scope = snapshot.presentScope();
        if (!isBegun) {
            frame.data(scope);
            return;
        }
        Run run = new Run(scope, new ArrayDeque<>(snapshot.scopes()));
        run.held = snapshot.flag() ? shared.of(scope) : null;
        run.queued = snapshot.flag();
        run.fault = snapshot.fault();
        frame.data(run);
    }
}
