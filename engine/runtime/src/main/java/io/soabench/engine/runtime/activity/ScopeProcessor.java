package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.kernel.Activity;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.MalformedSnapshotException;
import io.soabench.engine.runtime.kernel.Processor;
import io.soabench.engine.runtime.kernel.ScopeInstance;
import io.soabench.engine.runtime.kernel.ScopeLayout;
import io.soabench.engine.runtime.kernel.StateReader;
import io.soabench.engine.runtime.kernel.StateWriter;
import io.soabench.engine.runtime.xml.Element;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The processor of {@code scope} and {@code process}: variables, event handlers, fault handlers, compensation and
 * termination (WS-BPEL 2.0, chapter 12). {@link ScopeRun.State} describes the states of a scope.
 */
public final class ScopeProcessor implements Processor {
    /** The marks in a snapshot of the kinds of objects that a frame of a scope has. */
    private static final int NOTHING = 0;

    private static final int PRESET = 1;
    private static final int RECEIVED = 2;
    private static final int RUN = 3;

    private final Parts parts;
    private final Activity compensation;

    /**
     * Creates a processor.
     *
     * @param parts the parts of the scope
     * @param compensationId the number of the activity that compensates it
     */
    public ScopeProcessor(Parts parts, int compensationId) {
        this.parts = parts;
        this.compensation = new Activity(
                compensationId,
                "compensation of scope " + parts.layout().id(),
                new CompensationProcessor(parts.compensationHandler(), parts.shared(), parts.exitOnStandardFault()),
                Activity.Links.NONE);
    }

    /**
     * The parts of a scope. A handler that is not in the process file is null.
     *
     * @param layout the numbers of slots of its executions
     * @param exitOnStandardFault whether a standard fault ends the process
     * @param shared the things that an isolated scope shares with others; null for a scope that is not isolated
     * @param initializers the initialisations of its variables
     * @param events its event handlers, with the processors {@link EventProcessor} and {@link AlarmProcessor}
     * @param catches its fault handlers
     * @param catchAll its handler for all other faults
     * @param compensationHandler the handler that undoes it after its completion
     * @param terminationHandler the handler that runs when it is ended early
     * @param body its activity
     */
    public record Parts(
            ScopeLayout layout,
            boolean exitOnStandardFault,
            SharedSlots shared,
            List<CopyStep> initializers,
            List<Activity> events,
            List<FaultHandler> catches,
            Activity catchAll,
            Activity compensationHandler,
            Activity terminationHandler,
            Activity body) {
        /** Copies the lists. */
        public Parts {
            initializers = List.copyOf(initializers);
            events = List.copyOf(events);
            catches = List.copyOf(catches);
            Objects.requireNonNull(body, "body");
        }

        /** Returns the same parts as those of an isolated scope. */
        public Parts isolated(SharedSlots slots) {
            return new Parts(
                    layout,
                    exitOnStandardFault,
                    slots,
                    initializers,
                    events,
                    catches,
                    catchAll,
                    compensationHandler,
                    terminationHandler,
                    body);
        }
    }

    /**
     * The initial value of a variable of the scope. The code that starts the scope puts it into the frame.
     *
     * @param slot the variable
     * @param value its value
     */
    record Preset(Reference slot, Element value) {}

    /**
     * The message with which the scope of an event handler begins. The code that starts the scope puts it into the
     * frame.
     *
     * @param reception the reception of the message
     * @param message the message
     */
    record Received(Reception reception, InboundMessage message) {}

    /** Returns the message with which a scope of an event handler begins or has begun; null for another scope. */
    static InboundMessage received(Frame frame) {
        Object initial = frame.data() instanceof ScopeRun run ? run.initial : frame.data();
        return initial instanceof Received received ? received.message() : null;
    }

    /** Returns the activity that compensates a completed execution of this scope. */
    Activity compensation() {
        return compensation;
    }

    /** Returns whether a scope has completed without handling a fault. */
    static boolean isSuccessful(Frame frame) {
        return frame.data() instanceof ScopeRun run && run.state == ScopeRun.State.RUNNING;
    }

    /** Starts the event handlers of the process, because its start message was taken. */
    static void instanceCreated(Frame root) {
        ScopeRun run = (ScopeRun) root.data();
        if (run.state == ScopeRun.State.RUNNING && !run.enabled) {
            ((ScopeProcessor) root.activity().processor()).enable(root, run);
        }
    }

    /** Starts the event handlers of the scope. */
    private void enable(Frame frame, ScopeRun run) {
        run.enabled = true;
        for (Activity event : parts.events()) {
            run.events.add(frame.start(event, run.scope));
        }
    }

    @Override
    public void start(Frame frame) {
        ScopeRun run = new ScopeRun(new ScopeInstance(parts.layout(), frame.scope(), frame), frame.data());
        frame.data(run);
        if (parts.shared() != null) {
            run.scope.isolate();
            run.held = parts.shared().of(run.scope);
            if (!frame.instance().isolationLocks().enter(frame, run.held)) {
                run.state = ScopeRun.State.QUEUED;
                return;
            }
        }
        begin(frame, run);
    }

    @Override
    public void entered(Frame frame) {
        begin(frame, (ScopeRun) frame.data());
    }

    /** Sets the scope up, and starts its body. */
    private void begin(Frame frame, ScopeRun run) {
        // Until the scope is set up, its faults go to the surrounding scope, and its own handlers do not exist yet.
        run.state = ScopeRun.State.ABORTING;
        if (run.initial instanceof Preset preset) {
            run.scope.slot(0, preset.slot().index(), preset.value());
        } else if (run.initial instanceof Received received) {
            frame.instance().pendingMessages().removeUnopened(received.message());
            received.reception().accept(frame.view(run.scope), received.message());
        }
        run.initial = null;
        prepare(frame, run);
        run.state = ScopeRun.State.RUNNING;
        if (frame.parent() != null) {
            enable(frame, run);
        }
        run.body = frame.start(parts.body(), run.scope);
    }

    /** Runs the initialisations of the variables. */
    private void prepare(Frame frame, ScopeRun run) {
        if (parts.initializers().isEmpty()) {
            return;
        }
        UndoLog nothing = new UndoLog(false);
        // Initialisers use the variables of the scope, so they run in a frame inside it, before its body.
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
                if (child.equals(run.body)) {
                    run.events.forEach(EventHandler::disable);
                }
                if (!frame.hasChildren()) {
                    succeed(frame, run);
                }
            }
            case HANDLING -> handled(frame, run);
            case UNWINDING -> unwind(frame, run);
            default -> throw new IllegalStateException("nothing completes while a scope is " + run.state);
        }
    }

    /** Completes the scope normally: it can be compensated from now on, if there is something to undo. */
    private void succeed(Frame frame, ScopeRun run) {
        if (frame.instance().openRequests().anyEndsWith(run.scope)) {
            run.missesReply = true;
            faulted(frame, StandardFault.MISSING_REPLY.because(frame.activity() + " ends without a reply it owes."));
            return;
        }
        if ((parts.compensationHandler() != null || run.scope.hasCompleted()) && isInBody(frame)) {
            try {
                frame.scope().completed(run.scope);
            } catch (FaultException e) {
                faulted(frame, e.fault());
                return;
            }
        }
        run.scope.showLinks();
        complete(frame, run);
    }

    /**
     * Returns whether a scope belongs to the normal work of the surrounding scope. A scope inside a handler is not
     * compensated together with the surrounding scope.
     */
    private static boolean isInBody(Frame frame) {
        return frame.scope() != null
                && frame.scope().frame().data() instanceof ScopeRun around
                && around.state == ScopeRun.State.RUNNING;
    }

    /**
     * Ends the scope after its fault handler has completed. An open request is a fault of the scope then, unless the
     * handler was for that very fault.
     */
    private static void handled(Frame frame, ScopeRun run) {
        if (!run.missesReply && frame.instance().openRequests().anyEndsWith(run.scope)) {
            run.fault = StandardFault.MISSING_REPLY.because(frame.activity() + " ends without a reply it owes.");
            closeFaulted(frame, run);
        } else if (frame.isTerminating()) {
            closeTerminated(frame, run);
        } else {
            frame.instance().openRequests().refuseUnlessRoot(run.scope);
            // Links that the isolated scope has held back become false, because it has not completed successfully
            // (section 12.8).
            complete(frame, run);
        }
    }

    /** Completes the scope, and releases what it holds. */
    private static void complete(Frame frame, ScopeRun run) {
        frame.complete();
        release(frame, run);
    }

    /** Ends the scope with its fault, which the surrounding scope handles. */
    private static void closeFaulted(Frame frame, ScopeRun run) {
        frame.instance().openRequests().refuseUnlessRoot(run.scope);
        if (frame.isTerminating()) {
            // The surrounding scope may go on when only this one is terminated, so it receives the fault first.
            frame.fault(run.fault);
            frame.closeTerminated();
        } else {
            frame.closeFaulted(run.fault);
        }
        release(frame, run);
    }

    /** Ends the scope early. */
    private static void closeTerminated(Frame frame, ScopeRun run) {
        frame.instance().openRequests().refuseUnlessRoot(run.scope);
        frame.closeTerminated();
        release(frame, run);
    }

    /** Releases the locks and, unless the scope can be compensated, the values. */
    private static void release(Frame frame, ScopeRun run) {
        if (run.held != null) {
            frame.instance().isolationLocks().leave(run.held);
            run.held = null;
        }
        if (!frame.isActive() && !run.scope.isKept()) {
            run.toCompensate.forEach(ScopeInstance::drop);
            run.toCompensate.clear();
            run.scope.drop();
        }
    }

    @Override
    public void faulted(Frame frame, Fault fault) {
        ScopeRun run = (ScopeRun) frame.data();
        if (parts.exitOnStandardFault() && run.state.handlesFaults() && exits(fault)) {
            frame.instance().exit(fault);
            return;
        }
        switch (run.state) {
            case RUNNING -> {
                run.fault = fault;
                run.scope.handles(fault);
                run.state = ScopeRun.State.STOPPING;
                frame.terminateChildren();
                stopped(frame, run);
            }
            case HANDLING, UNWINDING -> {
                run.fault = fault;
                run.scope.handles(fault);
                run.state = ScopeRun.State.RETHROWING;
                frame.terminateChildren();
                stopped(frame, run);
            }
            case CLEANING -> {
                // A fault of a termination handler is ignored (section 12.4.4.3).
                run.state = ScopeRun.State.ABORTING;
                frame.terminateChildren();
                stopped(frame, run);
            }
            default -> {
                // The scope is stopping already, and the first fault counts.
            }
        }
    }

    /** Returns whether {@code exitOnStandardFault} makes a fault end the process, in handlers as well (section 5.2). */
    static boolean exits(Fault fault) {
        return fault.name().namespace().equals(StandardFault.BPEL_NAMESPACE)
                && !fault.name().equals(StandardFault.JOIN_FAILURE.qualifiedName());
    }

    /**
     * Ends the scope early if it is in its normal mode. A scope that handles a fault goes on with that (section 12.6).
     */
    @Override
    public void terminate(Frame frame) {
        ScopeRun run = (ScopeRun) frame.data();
        switch (run.state) {
            case QUEUED -> {
                frame.instance().isolationLocks().withdraw(frame);
                frame.closeTerminated();
            }
            case RUNNING -> {
                run.state = ScopeRun.State.TERMINATING;
                frame.terminateChildren();
                stopped(frame, run);
            }
            case ABORTING -> closeTerminated(frame, run);
            default -> {
                // The scope goes on to its end.
            }
        }
    }

    @Override
    public void childTerminated(Frame frame, Frame child) {
        stopped(frame, (ScopeRun) frame.data());
    }

    /** Goes on with the scope when all its children have ended. */
    private void stopped(Frame frame, ScopeRun run) {
        if (frame.hasChildren() || !frame.isActive()) {
            return;
        }
        switch (run.state) {
            case STOPPING -> handle(frame, run);
            case HANDLING -> handled(frame, run);
            case UNWINDING -> unwind(frame, run);
            case RETHROWING -> closeFaulted(frame, run);
            case TERMINATING -> clean(frame, run);
            case CLEANING -> {
                if (!Compensations.startNext(frame, run.scope, run.toCompensate)) {
                    closeTerminated(frame, run);
                }
            }
            case ABORTING -> closeTerminated(frame, run);
            default -> {
                // No child was stopped.
            }
        }
    }

    /**
     * Starts the handler for the fault of the scope; without one, compensates the inner scopes and passes the fault on.
     */
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
            best.variable().restore(run.scope, run.fault.data());
        }
        frame.start(chosen, run.scope);
    }

    /** Returns the index of the best catch for a fault, the first of equal ones; -1 for none. */
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

    /** Starts the compensation of the next inner scope; ends the scope with its fault after the last one. */
    private static void unwind(Frame frame, ScopeRun run) {
        if (!Compensations.startNext(frame, run.scope, run.toCompensate)) {
            closeFaulted(frame, run);
        }
    }

    /** Starts the termination handler; without one, compensates the inner scopes. */
    private void clean(Frame frame, ScopeRun run) {
        run.state = ScopeRun.State.CLEANING;
        if (parts.terminationHandler() != null) {
            frame.start(parts.terminationHandler(), run.scope);
            return;
        }
        run.toCompensate.addAll(run.scope.takeCompleted(-1));
        stopped(frame, run);
    }

    // ---- snapshots

    @Override
    public List<Activity> children() {
        List<Activity> all = new ArrayList<>(parts.events());
        parts.catches().forEach(handler -> all.add(handler.activity()));
        Stream.of(parts.catchAll(), parts.compensationHandler(), parts.terminationHandler(), parts.body(), compensation)
                .filter(Objects::nonNull)
                .forEach(all::add);
        return all;
    }

    @Override
    public ScopeLayout layout() {
        return parts.layout();
    }

    @Override
    public void write(Frame frame, StateWriter snapshot) {
        if (frame.data() instanceof ScopeRun run) {
            snapshot.number(RUN);
            snapshot.scope(run.scope);
            snapshot.scopes(run.toCompensate);
            snapshot.frames(run.events);
            writeInitial(run.initial, snapshot);
            snapshot.flag(run.held != null);
            snapshot.frame(run.body);
            snapshot.flag(run.enabled);
            snapshot.flag(run.missesReply);
            snapshot.text(run.state.name());
            snapshot.fault(run.fault);
        } else {
            writeInitial(frame.data(), snapshot);
        }
    }

    private static void writeInitial(Object initial, StateWriter snapshot) {
        if (initial instanceof Preset preset) {
            snapshot.number(PRESET);
            snapshot.element(preset.value());
        } else if (initial instanceof Received received) {
            snapshot.number(RECEIVED);
            snapshot.message(received.message());
        } else {
            snapshot.number(NOTHING);
        }
    }

    @Override
    public void read(Frame frame, StateReader snapshot) {
        int kind = snapshot.number(RUN);
        if (kind != RUN) {
            frame.data(initial(frame, kind, snapshot));
            return;
        }
        ScopeInstance scope = snapshot.presentScope();
        List<ScopeInstance> toCompensate = snapshot.scopes();
        List<Frame> events = snapshot.frames();
        ScopeRun run = new ScopeRun(scope, initial(frame, snapshot.number(RUN), snapshot));
        run.toCompensate.addAll(toCompensate);
        run.events.addAll(events);
        run.held = snapshot.flag() ? parts.shared().of(scope) : null;
        run.body = snapshot.frame();
        run.enabled = snapshot.flag();
        run.missesReply = snapshot.flag();
        run.state = ScopeRun.State.valueOf(snapshot.text());
        run.fault = snapshot.fault();
        frame.data(run);
    }

    /** Reads what the scope begins with, which belongs to the activity that has started it. */
    private static Object initial(Frame frame, int kind, StateReader snapshot) {
        if (kind == NOTHING) {
            return null;
        }
        Processor starter = frame.parent().activity().processor();
        if (kind == PRESET && starter instanceof ForEachProcessor loop) {
            return new Preset(loop.counter(), snapshot.element());
        }
        if (kind == RECEIVED && starter instanceof EventProcessor handler) {
            return new Received(handler.inside(), snapshot.message());
        }
        throw new MalformedSnapshotException("a scope does not begin in the way of its activity");
    }
}
