package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.fault.StandardFault;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One execution of a process.
 *
 * <p>Assumes that everything but {@link #resume} is called on its worker. Guarantees that activities run
 * one after the other and never on two threads. Progress: the run queue holds frames that can go on; the instance runs until
 * the queue is empty, then waits for the outside.
 */
public final class Instance {
    private static final int AHEAD_STEPS = 1_000;

    private final Deployment deployment;
    private final Kernel kernel;
    private final Worker worker;
    private InboundMessage startMessage;
    private final List<OpenRequest> openRequests = new ArrayList<>(1);
    private final List<Waiting> waiting = new ArrayList<>(0);
    private final List<InboundMessage> early = new ArrayList<>(0);
    private final List<Router.Key> keys = new ArrayList<>(0);
    private Isolation isolation;
    private Frame root;
    private Frame firstReady;
    private Frame lastReady;
    private Fault uncaught;
    private boolean ended;

    Instance(Kernel kernel, Deployment deployment, Worker worker, InboundMessage startMessage) {
        this.kernel = kernel;
        this.deployment = deployment;
        this.worker = worker;
        this.startMessage = startMessage;
    }

    /** A request whose reply is still owed. */
    private record OpenRequest(Exchange exchange, ReplyTo replyTo) {}

    /** A frame that waits for a message. */
    private record Waiting(Frame frame, MessageWait awaited, boolean any) {}

    /**
     * A message that a frame waited for, as the event it is resumed with.
     *
     * @param awaited which of its waits
     * @param message what came
     */
    public record Arrival(MessageWait awaited, InboundMessage message) {}

    /** The thread that owns this instance. */
    public Worker worker() {
        return worker;
    }

    /** What this is an instance of. */
    public Deployment deployment() {
        return deployment;
    }

    /** The engine around. */
    public Kernel kernel() {
        return kernel;
    }

    /** The process as a frame. */
    public Frame root() {
        return root;
    }

    /** Who may run isolated scopes. */
    public Isolation isolation() {
        if (isolation == null) {
            isolation = new Isolation();
        }
        return isolation;
    }

    void start() {
        try {
            if (takesUncorrelated()) {
                deployment.router().started(this);
            }
            root = new Frame(this, deployment.program().root(), null, null);
            ready(root);
            run();
        } catch (RuntimeException | StackOverflowError e) {
            broken(e);
        }
    }

    void ready(Frame frame) {
        if (lastReady == null) {
            firstReady = frame;
        } else {
            lastReady.nextReady(frame);
        }
        lastReady = frame;
    }

    private void run() {
        while (firstReady != null && !ended) {
            step();
        }
    }

    private void step() {
        Frame frame = firstReady;
        firstReady = frame.nextReady();
        if (firstReady == null) {
            lastReady = null;
        } else {
            frame.nextReady(null);
        }
        frame.step();
    }

    /**
     * Lets what an action makes ready run as far as it goes before everything that is ready already. What is not done after
     * {@value #AHEAD_STEPS} steps takes its turn behind the others, so that activities which wait for each other's variables
     * go on.
     *
     * @return false when the instance has ended
     */
    public boolean runAhead(Runnable action) {
        Frame othersFirst = firstReady;
        Frame othersLast = lastReady;
        firstReady = null;
        lastReady = null;
        action.run();
        for (int i = 0; i < AHEAD_STEPS && firstReady != null && !ended; i++) {
            step();
        }
        if (othersFirst != null && !ended) {
            othersLast.nextReady(firstReady);
            firstReady = othersFirst;
            lastReady = lastReady == null ? othersLast : lastReady;
        }
        return !ended;
    }

    /** Lets a frame go on with an event; from any thread. */
    public void resume(Frame frame, Object event) {
        if (worker.isCurrent()) {
            resumeHere(frame, event);
        } else {
            worker.execute(() -> resumeHere(frame, event));
        }
    }

    private void resumeHere(Frame frame, Object event) {
        if (ended) {
            return;
        }
        try {
            frame.resume(event);
            run();
        } catch (RuntimeException | StackOverflowError e) {
            broken(e);
        }
    }

    /**
     * Takes the message that created this instance, if it is for that operation.
     *
     * @return the message, or null when it is for another operation or was taken
     */
    public InboundMessage takeStartMessage(int operation) {
        InboundMessage message = startMessage;
        if (message == null || message.operation().index() != operation) {
            return null;
        }
        startMessage = null;
        return message;
    }

    /** Lets a frame wait for a message. */
    public void await(Frame frame, MessageWait awaited) {
        boolean any = awaited.takesAny(frame);
        waiting.add(new Waiting(frame, awaited, any));
        if (any) {
            deployment.router().await(awaited.operation(), this);
        }
    }

    private boolean takesUncorrelated() {
        return !deployment.program().uncorrelated().isEmpty();
    }

    private void forget(Waiting waited) {
        if (waited.any()) {
            deployment.router().stopAwaiting(waited.awaited().operation(), this);
        }
    }

    /** Ends all waits of a frame. */
    public void stopAwaiting(Frame frame) {
        waiting.removeIf(candidate -> {
            boolean found = candidate.frame().equals(frame);
            if (found) {
                forget(candidate);
            }
            return found;
        });
    }

    /** Takes a message that came before anything waited for it; null when there is none. */
    public InboundMessage takeEarly(Frame frame, MessageWait awaited) {
        for (int i = 0; i < early.size(); i++) {
            InboundMessage message = early.get(i);
            if (message.operation().index() == awaited.operation() && awaited.accepts(frame, message)) {
                return early.remove(i);
            }
        }
        return null;
    }

    /** Lets messages with these values of a correlation set find this instance. */
    public void register(int set, String values) {
        Router.Key key = new Router.Key(set, values);
        keys.add(key);
        deployment.router().register(key, this);
    }

    /** Takes a message that was routed here; from any thread. */
    void deliver(InboundMessage message) {
        if (worker.isCurrent()) {
            deliverHere(message);
        } else {
            worker.execute(() -> deliverHere(message));
        }
    }

    private void deliverHere(InboundMessage message) {
        if (ended) {
            // It ended while the message was on its way here, so the message is for whoever comes next.
            if (!kernel.accept(deployment, message, worker)) {
                message.replyTo().fault(StandardFault.MISSING_REPLY.because("The instance has ended."));
            }
            return;
        }
        try {
            List<Waiting> suitable = waiting.stream()
                    .filter(candidate -> candidate.awaited().operation()
                                    == message.operation().index()
                            && candidate.awaited().accepts(candidate.frame(), message))
                    .toList();
            if (suitable.isEmpty()) {
                early.add(message);
            } else if (isOneActivity(suitable)) {
                // Turns of a parallel forEach, or one activity alone: who came first is served first.
                Waiting chosen = suitable.get(0);
                waiting.remove(chosen);
                forget(chosen);
                chosen.frame().resume(new Arrival(chosen.awaited(), message));
            } else {
                Fault conflict = conflict(suitable)
                        .because("Several activities wait for the same message of operation '"
                                + message.operation().name() + "'.");
                message.replyTo().fault(conflict);
                suitable.forEach(candidate -> candidate.frame().fault(conflict));
            }
            run();
        } catch (RuntimeException | StackOverflowError e) {
            broken(e);
        }
    }

    private static boolean isOneActivity(List<Waiting> suitable) {
        int activity = suitable.get(0).frame().activity().id();
        return suitable.stream()
                .allMatch(candidate -> candidate.frame().activity().id() == activity);
    }

    /** Different activities could take one message: by the same correlation sets or by different ones (WS-BPEL 10.4). */
    private static StandardFault conflict(List<Waiting> suitable) {
        Set<String> expected = new HashSet<>();
        suitable.forEach(candidate -> expected.add(candidate.awaited().expected(candidate.frame())));
        return expected.size() < suitable.size() ? StandardFault.CONFLICTING_RECEIVE : StandardFault.AMBIGUOUS_RECEIVE;
    }

    /**
     * Remembers a request until it is replied to.
     *
     * @return whether there was none like it open
     */
    public boolean open(Exchange exchange, ReplyTo replyTo) {
        for (OpenRequest request : openRequests) {
            if (request.exchange().equals(exchange)) {
                return false;
            }
        }
        openRequests.add(new OpenRequest(exchange, replyTo));
        return true;
    }

    /** Whether a request is open whose exchange or partner link ends with a scope. */
    public boolean owesReply(ScopeInstance scope) {
        for (OpenRequest request : openRequests) {
            if (request.exchange().endsWith(scope)) {
                return true;
            }
        }
        return false;
    }

    /** Refuses the open requests whose exchange or partner link ends with a scope; the process's end does so itself. */
    public void refuseUnlessRoot(ScopeInstance scope) {
        if (scope.parent() == null) {
            return;
        }
        for (int i = openRequests.size() - 1; i >= 0; i--) {
            if (openRequests.get(i).exchange().endsWith(scope)) {
                openRequests
                        .remove(i)
                        .replyTo()
                        .fault(StandardFault.MISSING_REPLY.because("The scope of the request ended without replying."));
            }
        }
    }

    /**
     * Takes the open request of an exchange.
     *
     * @return where the reply goes, or null when nothing is open
     */
    public ReplyTo takeOpen(Exchange exchange) {
        for (int i = 0; i < openRequests.size(); i++) {
            OpenRequest request = openRequests.get(i);
            if (request.exchange().equals(exchange)) {
                openRequests.remove(i);
                return request.replyTo();
            }
        }
        return null;
    }

    /** Ends the instance at once, without handlers (WS-BPEL 2.0, section 10.10). */
    public void exit() {
        ended();
    }

    void uncaught(Fault fault) {
        uncaught = fault;
        ended();
    }

    void ended() {
        if (ended) {
            return;
        }
        ended = true;
        firstReady = null;
        lastReady = null;
        Fault owed = uncaught != null
                ? uncaught
                : openRequests.isEmpty()
                        ? null
                        : StandardFault.MISSING_REPLY.because("The process ended without replying.");
        for (OpenRequest request : openRequests) {
            request.replyTo().fault(owed);
        }
        openRequests.clear();
        if (startMessage != null) {
            startMessage
                    .replyTo()
                    .fault(StandardFault.MISSING_REPLY.because("The process ended before it took the request."));
            startMessage = null;
        }
        for (InboundMessage message : early) {
            message.replyTo()
                    .fault(StandardFault.MISSING_REPLY.because("The instance ended before it took the request."));
        }
        early.clear();
        waiting.forEach(this::forget);
        waiting.clear();
        if (takesUncorrelated()) {
            deployment.router().ended(this);
        }
        keys.forEach(key -> deployment.router().remove(key, this));
        kernel.ended(this, uncaught == null ? Counter.INSTANCES_COMPLETED : Counter.INSTANCES_FAULTED);
    }

    private void broken(Throwable error) {
        kernel.failed(error);
        if (!ended) {
            uncaught(Fault.of(
                    new io.soabench.engine.runtime.xml.QualifiedName(StandardFault.ENGINE_NAMESPACE, "internalError"),
                    "The engine failed while it ran this instance."));
        }
    }
}
