package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.kernel.Activity;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.Processor;
import io.soabench.engine.runtime.kernel.ScopeInstance;
import io.soabench.engine.runtime.kernel.ScopeLayout;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;
import java.util.Objects;

/** {@code scope} and {@code process}: values, faults, compensation, termination (WS-BPEL 2.0, chapter 12). */
public final class ScopeProcessor implements Processor {
    private final Parts parts;
    private final Activity compensation;

    /** A scope. */
    public ScopeProcessor(Parts parts) {
        this.parts = parts;
        this.compensation = new Activity(
                -1,
                "compensation of scope " + parts.layout().id(),
                new CompensationProcessor(parts.compensationHandler()),
                Activity.Links.NONE);
    }

    /**
     * What a scope is made of; null stands for a handler which is not written.
     *
     * @param layout what its instances hold
     * @param exitOnStandardFault whether a standard fault ends the process
     * @param initializers the {@code from} of its variables
     * @param catches its fault handlers
     * @param catchAll its handler for all other faults
     * @param compensationHandler undoes it after it has completed
     * @param terminationHandler runs when it is ended early
     * @param body what it does
     */
    public record Parts(
            ScopeLayout layout,
            boolean exitOnStandardFault,
            List<CopyStep> initializers,
            List<FaultHandler> catches,
            Activity catchAll,
            Activity compensationHandler,
            Activity terminationHandler,
            Activity body) {
        /** Copies the lists. */
        public Parts {
            initializers = List.copyOf(initializers);
            catches = List.copyOf(catches);
            Objects.requireNonNull(body, "body");
        }
    }

    /**
     * The value a variable of the scope has from the beginning, put into the frame by who starts it.
     *
     * @param slot the variable
     * @param value its value
     */
    record Preset(Reference slot, Element value) {}

    Activity compensation() {
        return compensation;
    }

    @Override
    public void start(Frame frame) {
        ScopeRun run = new ScopeRun(new ScopeInstance(parts.layout(), frame.scope(), frame));
        if (frame.data() instanceof Preset preset) {
            run.scope.slot(0, preset.slot().index(), preset.value());
        }
        frame.data(run);
        prepare(frame, run);
        frame.start(parts.body(), run.scope);
    }

    private void prepare(Frame frame, ScopeRun run) {
        if (parts.initializers().isEmpty()) {
            return;
        }
        UndoLog nothing = new UndoLog(false);
        // Initialisers see the scope's own variables; they run before its body, in a frame of that scope.
        Frame inside = frame.view(run.scope);
        try {
            for (CopyStep initializer : parts.initializers()) {
                initializer.run(inside, nothing);
            }
        } catch (FaultException e) {
            throw StandardFault.SCOPE_INITIALIZATION_FAILURE.thrown(e.fault().reason());
        }
    }

    @Override
    public void childCompleted(Frame frame, Frame child) {
        ScopeRun run = (ScopeRun) frame.data();
        switch (run.state) {
            case RUNNING -> {
                if (frame.scope() != null && (parts.compensationHandler() != null || run.scope.hasCompleted())) {
                    frame.scope().completed(run.scope);
                }
                frame.complete();
            }
            case HANDLING -> frame.complete();
            case UNWINDING -> unwind(frame, run);
            default -> throw new IllegalStateException("nothing completes while a scope is " + run.state);
        }
    }

    @Override
    public void faulted(Frame frame, Fault fault) {
        ScopeRun run = (ScopeRun) frame.data();
        switch (run.state) {
            case RUNNING -> {
                if (exits(fault)) {
                    frame.instance().exit();
                    return;
                }
                run.fault = fault;
                run.state = ScopeRun.State.STOPPING;
                frame.terminateChildren();
                stopped(frame, run);
            }
            case HANDLING, UNWINDING -> {
                run.fault = fault;
                run.state = ScopeRun.State.RETHROWING;
                frame.terminateChildren();
                stopped(frame, run);
            }
            case CLEANING -> {
                // A fault of a termination handler goes nowhere (section 12.4.4.3).
                run.state = ScopeRun.State.ABORTING;
                frame.terminateChildren();
                stopped(frame, run);
            }
            default -> {
                // The scope is stopping already: the first fault counts.
            }
        }
    }

    private boolean exits(Fault fault) {
        return parts.exitOnStandardFault()
                && fault.name().namespace().equals(StandardFault.BPEL_NAMESPACE)
                && !fault.name().equals(StandardFault.JOIN_FAILURE.qualifiedName());
    }

    @Override
    public void terminate(Frame frame) {
        ScopeRun run = (ScopeRun) frame.data();
        run.state = run.state == ScopeRun.State.RUNNING ? ScopeRun.State.TERMINATING : ScopeRun.State.ABORTING;
        frame.terminateChildren();
        stopped(frame, run);
    }

    @Override
    public void childTerminated(Frame frame, Frame child) {
        stopped(frame, (ScopeRun) frame.data());
    }

    /** Goes on when everything inside has ended. */
    private void stopped(Frame frame, ScopeRun run) {
        if (frame.hasChildren() || !frame.isActive()) {
            return;
        }
        switch (run.state) {
            case STOPPING -> handle(frame, run);
            case RETHROWING -> frame.closeFaulted(run.fault);
            case TERMINATING -> clean(frame, run);
            case CLEANING -> {
                if (!Compensating.startNext(frame, run.scope, run.toCompensate)) {
                    frame.closeTerminated();
                }
            }
            case ABORTING -> frame.closeTerminated();
            default -> {
                // Nothing was stopped.
            }
        }
    }

    private void handle(Frame frame, ScopeRun run) {
        int index = bestHandler(run.fault);
        FaultHandler best = index < 0 ? null : parts.catches().get(index);
        Activity chosen = best != null ? best.activity() : parts.catchAll();
        for (int i = 0; i < parts.catches().size(); i++) {
            if (i != index) {
                frame.skip(parts.catches().get(i).activity(), run.scope);
            }
        }
        if (best != null && parts.catchAll() != null) {
            frame.skip(parts.catchAll(), run.scope);
        }
        if (chosen == null) {
            run.state = ScopeRun.State.UNWINDING;
            run.toCompensate.addAll(run.scope.takeCompleted(-1));
            unwind(frame, run);
            return;
        }
        run.state = ScopeRun.State.HANDLING;
        if (best != null && best.variable() != null) {
            best.variable().write(run.scope, run.fault.data());
        }
        frame.start(chosen, run.scope);
    }

    private int bestHandler(Fault fault) {
        int best = -1;
        FaultHandler.Match bestMatch = FaultHandler.Match.NONE;
        for (int i = 0; i < parts.catches().size(); i++) {
            FaultHandler.Match match = parts.catches().get(i).match(fault);
            if (match.compareTo(bestMatch) > 0) {
                best = i;
                bestMatch = match;
            }
        }
        return best;
    }

    private static void unwind(Frame frame, ScopeRun run) {
        if (!Compensating.startNext(frame, run.scope, run.toCompensate)) {
            frame.closeFaulted(run.fault);
        }
    }

    private void clean(Frame frame, ScopeRun run) {
        run.state = ScopeRun.State.CLEANING;
        if (parts.terminationHandler() != null) {
            frame.start(parts.terminationHandler(), run.scope);
            return;
        }
        run.toCompensate.addAll(run.scope.takeCompleted(-1));
        stopped(frame, run);
    }
}
