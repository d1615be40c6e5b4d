package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.handover.Mailbox;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/**
 * One execution of a process: a mailbox with an owner, who runs what is ready.
 *
 * <p>There is one way in, {@link #handle}, from any thread; everything else is called by the owner: the thread in whose turn it is.
 * Guarantees that activities run one after the other and never on two threads, and that what happens while one runs, even what the
 * activity itself brings about, is handled when it has done its step, never inside of it. Progress: the run queue holds frames that
 * can go on; a turn lasts until the queue and the mailbox are empty or its steps are used up; then somebody else may take over.
 */
public final class Instance {
    private static final int AHEAD_STEPS = 1_000;
    private static final int MAX_WAITS = 100;

    /** What runs ahead may let others run ahead, and so on; those further in do not take mail. */
    private static final int MAX_AHEAD = 16;

    private static final AtomicLongFieldUpdater<Instance> WAITING_BYTES =
            AtomicLongFieldUpdater.newUpdater(Instance.class, "waitingBytes");

    private final Deployment deployment;
    private final Kernel kernel;
    private final Mailbox<Event> mailbox = new Mailbox<>();
    private final long id;
    private Worker worker;
    private final Holdings holdings;
    private volatile long waitingBytes;
    Instance earlier;
    Instance later;
    private boolean listed;
    private InstanceAlarm firstAlarm;
    private long startedNs;
    private long steps;
    private int activities;
    private int left;
    private int turnMs;
    private int lastFrame;
    private int ahead;
    private boolean settling;
    private boolean settled;
    private InboundMessage startMessage;

    /** Whether others may have heard of it before it has taken its first message, see {@link Arrivals}. */
    private boolean awaited;

    private Meetings.Meeting meeting;

    private final List<OpenRequest> openRequests = new ArrayList<>(1);
    private final List<Waiting> waiting = new ArrayList<>(0);

    /** Messages that came before anything waited for them, by operation; null while there was none. */
    private Map<Integer, Deque<InboundMessage>> early;

    private final List<Router.Key> keys = new ArrayList<>(0);
    private Isolation isolation;
    private Frame root;
    private Frame firstReady;
    private Frame lastReady;
    private Fault uncaught;
    private Fault exitedBy;
    private boolean ended;

    /**
     * An instance that is to start.
     *
     * @param meeting where messages wait for it; null for none
     */
    Instance(
            Kernel kernel,
            Deployment deployment,
            Worker worker,
            InboundMessage startMessage,
            long id,
            Meetings.Meeting meeting) {
        this.id = id;
        this.meeting = meeting;
        this.kernel = kernel;
        this.holdings = new Holdings(kernel, startMessage.weight());
        this.deployment = deployment;
        this.worker = worker;
        this.startMessage = startMessage;
    }

    /** A request whose reply is still owed; bytes of what says where it goes. */
    private record OpenRequest(Exchange exchange, ReplyTo replyTo, long bytes) {}

    /** A frame that waits for a message. */
    private record Waiting(Frame frame, MessageWait awaited, boolean any) {

        /** Whether another activity waits for the same operation with the same values. */
        private boolean conflictsWith(Waiting other) {
            return !frame.isOfSameActivity(other.frame)
                    && awaited.operation() == other.awaited.operation()
                    && awaited.expected(frame).equals(other.awaited.expected(other.frame));
        }
    }

    /** Its number, unique in the engine, from 1 on. */
    public long id() {
        return id;
    }

    /** What it takes; for its owner. */
    Holdings holdings() {
        return holdings;
    }

    /** Where it runs now; for its owner. */
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

    /**
     * Lets something happen to this instance; from any thread. It is handled at once if the calling thread is free and the instance
     * is, else when the instance has its turn; events of one thread in their order.
     */
    public void handle(Event event) {
        Worker home = worker;
        if (home.enter()) {
            try {
                if (mailbox.take()) {
                    if (home.equals(worker)) {
                        left = home.turnSteps();
                        turnMs = ageMs();
                        reached(event);
                        goOn();
                        return;
                    }
                    // Another worker took over between the two looks.
                    mailbox.put(event);
                    worker.ready(this);
                    return;
                }
            } finally {
                home.leave();
            }
        }
        if (mailbox.put(event)) {
            worker.ready(this);
        }
    }

    /**
     * Begins: at once if the calling thread is a free one of its worker, else when the worker comes to it.
     *
     * @return false when the worker refuses it, and it will never run
     */
    boolean start() {
        Worker home = worker;
        if (home.enter()) {
            try {
                mailbox.take();
                left = home.turnSteps();
                reached(Event.Start.NOW);
                goOn();
            } finally {
                home.leave();
            }
            return true;
        }
        awaited = true;
        deployment.arrivals().created();
        mailbox.put(Event.Start.NOW);
        if (home.offer(this)) {
            return true;
        }
        deployment.arrivals().begun();
        return false;
    }

    /**
     * Takes its turn: handles what has come and runs what is ready. For a worker's thread, after the instance was handed over to one;
     * never throws. At its end the instance is free, or was handed over to give way.
     *
     * @param on who runs it; it stays there from now on
     */
    public void turn(Worker on) {
        if (!on.equals(worker)) {
            worker = on;
            kernel.counters().count(Counter.STEALS);
        }
        left = on.turnSteps();
        turnMs = ageMs();
        goOn();
    }

    private void goOn() {
        while (true) {
            handleMail();
            run();
            if (ended) {
                // What became ready after the end, in the step that has ended it, never runs.
                firstReady = null;
                lastReady = null;
            } else {
                holdings.settle();
            }
            if ((awaited || meeting != null) && (startMessage == null || ended)) {
                begun();
            }
            if (firstReady == null && mailbox.release()) {
                return;
            }
            if (left <= 0) {
                if (gaveWay()) {
                    // It may run on another thread by now.
                    return;
                }
                left = worker.turnSteps();
            }
        }
    }

    /** It has taken its first message, or never will: who has waited for that goes on. */
    private void begun() {
        Meetings.Meeting over = meeting;
        meeting = null;
        if (over != null) {
            over.over();
        }
        if (awaited) {
            awaited = false;
            deployment.arrivals().begun();
        }
    }

    private boolean gaveWay() {
        try {
            worker.giveWay(this);
            return true;
        } catch (Throwable e) {
            broken(e);
            return false;
        }
    }

    private boolean handleMail() {
        Mailbox.Mail<Event> first = mailbox.drain();
        for (Mailbox.Mail<Event> mail = first; mail != null; mail = mail.next()) {
            reached(mail.content());
        }
        return first != null;
    }

    private void reached(Event event) {
        left--;
        try {
            event.reach(this);
        } catch (Throwable e) {
            broken(e);
        }
    }

    /** What {@link Event.Start} does. */
    void begin() {
        // The process itself is the step that it counts for.
        left++;
        startedNs = kernel.clock().nanoTime();
        kernel.list(this).add(this);
        listed = true;
        if (takesUncorrelated()) {
            deployment.router().started(this);
        }
        kernel.counters().count(Counter.INSTANCES_STARTED);
        root = new Frame(this, deployment.program().root(), null, null);
        ready(root);
    }

    /** Whether nothing will happen in it any more. */
    public boolean hasEnded() {
        return ended;
    }

    /** When its turn began, in milliseconds since it was started. */
    int turnMs() {
        return turnMs;
    }

    private int ageMs() {
        return root == null
                ? 0
                : (int) Math.min(
                        Integer.MAX_VALUE,
                        TimeUnit.NANOSECONDS.toMillis(kernel.clock().nanoTime() - startedNs));
    }

    /** What it looks like from outside. */
    RunningInstance describe() {
        List<WaitingActivity> waits = new ArrayList<>();
        if (root != null) {
            root.waiting("", ageMs(), MAX_WAITS, waits);
        }
        return new RunningInstance(
                id,
                deployment.name(),
                deployment.program().name().toString(),
                TimeUnit.NANOSECONDS.toMillis(kernel.clock().nanoTime() - startedNs),
                openRequests.size(),
                earlyMessages(),
                waitingBytes,
                steps,
                waits);
    }

    /** Ends it from outside; whether it was still running. */
    boolean terminate() {
        if (ended) {
            return false;
        }
        uncaught(StandardFault.TERMINATED.because("The instance was ended by the administrator of the engine."));
        return true;
    }

    /** Calls a partner for a frame; however soon the call ends, the frame hears of it after its step. */
    public void call(PartnerCall call) {
        PartnerInvoker own = deployment.ownPartners();
        (own == null ? kernel.invoker() : own).call(call);
    }

    /**
     * Sets an alarm for a frame, unless it is cancelled or the instance ends.
     *
     * @param number what {@link Processor#rang} is told
     */
    public Worker.Alarm alarm(Frame frame, int number, long delayNs) {
        InstanceAlarm alarm = new InstanceAlarm(this, frame, number);
        alarm.later = firstAlarm;
        if (firstAlarm != null) {
            firstAlarm.earlier = alarm;
        }
        firstAlarm = alarm;
        alarm.scheduled(worker.schedule(alarm, delayNs));
        return alarm;
    }

    void forget(InstanceAlarm alarm) {
        if (alarm.earlier == null) {
            firstAlarm = alarm.later;
        } else {
            alarm.earlier.later = alarm.later;
        }
        if (alarm.later != null) {
            alarm.later.earlier = alarm.earlier;
        }
        alarm.earlier = null;
        alarm.later = null;
    }

    /** The address of the next frame. */
    int nextAddress() {
        return ++lastFrame;
    }

    void opened() {
        holdings.opened(++activities);
    }

    void closed() {
        holdings.closed(--activities);
    }

    /**
     * Requires that so many turns of a loop or events may begin, with an activity at least each.
     *
     * @throws io.soabench.engine.runtime.fault.FaultException limitExceeded when they may not
     */
    public void requireRoom(long more) {
        int most = kernel.limits().activities();
        if (activities + more > most) {
            throw StandardFault.LIMIT_EXCEEDED.thrown(
                    "The instance would have more than " + most + " activities at once; raise --max-activities.");
        }
        holdings.requireRoom(more);
    }

    /** Notes bytes of a message that is on its way here, from any thread; false when too many wait here. */
    boolean reserve(long bytes, long most) {
        long after = WAITING_BYTES.addAndGet(this, bytes);
        if (after > most && after > bytes) {
            release(bytes);
            return false;
        }
        return true;
    }

    /** Takes back {@link #reserve}. */
    void release(long bytes) {
        WAITING_BYTES.addAndGet(this, -bytes);
    }

    /** A message that was on its way here, or waited, is taken: what the kernel has noted for it is the instance's. */
    private void takes(InboundMessage message) {
        long bytes = message.weight();
        release(bytes);
        kernel.letGoWaiting(bytes);
        kernel.holdAnyway(bytes);
        holdings.given(bytes);
    }

    /** The end of a call is here, for which the kernel has noted so many bytes; whether anybody may hear of it. */
    boolean takes(long bytes) {
        if (ended) {
            kernel.letGo(bytes);
        } else {
            holdings.given(bytes);
        }
        return !ended;
    }

    /** A message that was on its way here, or waited, is refused. */
    private void waitsNoMore(InboundMessage message) {
        long bytes = message.weight();
        release(bytes);
        kernel.letGoWaiting(bytes);
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
        try {
            boolean all = !worker.countsActivities();
            while (firstReady != null && !ended && (left > 0 || (!all && !firstReady.isReady()))) {
                if (all || firstReady.isReady()) {
                    left--;
                }
                step();
            }
        } catch (Throwable e) {
            broken(e);
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
        steps++;
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
        runOnlyWhatIsReady();
        if (othersFirst != null && !ended) {
            othersLast.nextReady(firstReady);
            firstReady = othersFirst;
            lastReady = lastReady == null ? othersLast : lastReady;
        }
        return !ended;
    }

    private void runOnlyWhatIsReady() {
        ahead++;
        for (int i = 0; i < AHEAD_STEPS && !ended; i++) {
            // Partners that answer at once do so by mail.
            boolean more = firstReady != null || (ahead <= MAX_AHEAD && handleMail() && firstReady != null);
            if (!more) {
                break;
            }
            step();
        }
        ahead--;
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
        holdings.startTaken();
        return message;
    }

    /**
     * Requires that no other activity waits for the same operation with the same correlation values (WS-BPEL 2.0, section
     * 10.4). Turns of a parallel {@code forEach} are one activity and share messages. Where nobody would hear of the fault, because
     * nothing of the process acts on it and no request is open, it waits for a message, whose sender is told.
     *
     * @throws io.soabench.engine.runtime.fault.FaultException conflictingReceive
     */
    public void requireNoConflict(Frame frame, MessageWait awaited) {
        if (openRequests.isEmpty() && !deployment.program().actsOnConflicts()) {
            return;
        }
        Waiting mine = new Waiting(frame, awaited, false);
        for (Waiting other : waiting) {
            if (mine.conflictsWith(other)) {
                throw StandardFault.CONFLICTING_RECEIVE.thrown(frame.activity()
                        + " begins to wait for what "
                        + other.frame().activity() + " waits for already.");
            }
        }
    }

    /**
     * Lets a frame wait for a message.
     *
     * @throws io.soabench.engine.runtime.fault.FaultException conflictingReceive, see {@link #requireNoConflict}
     */
    public void await(Frame frame, MessageWait awaited) {
        requireNoConflict(frame, awaited);
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
        Deque<InboundMessage> line = early == null ? null : early.get(awaited.operation());
        if (line == null) {
            return null;
        }
        for (Iterator<InboundMessage> messages = line.iterator(); messages.hasNext(); ) {
            InboundMessage message = messages.next();
            if (awaited.accepts(frame, message)) {
                messages.remove();
                takes(message);
                return message;
            }
        }
        return null;
    }

    private void keep(InboundMessage message) {
        if (early == null) {
            early = new HashMap<>();
        }
        early.computeIfAbsent(message.operation().index(), key -> new ArrayDeque<>())
                .add(message);
    }

    private int earlyMessages() {
        return early == null ? 0 : early.values().stream().mapToInt(Deque::size).sum();
    }

    /** Lets messages with these values of a correlation set find this instance. */
    void register(Router.Key key) {
        // Turns of a parallel loop may have the same values.
        boolean known = keys.contains(key);
        keys.add(key);
        if (!known) {
            deployment.router().register(key, this);
        }
    }

    /** Takes back {@link #register}. */
    void unregister(Router.Key key) {
        if (keys.remove(key) && !keys.contains(key)) {
            deployment.router().remove(key, this);
        }
    }

    /** What {@link Event.Message} does. */
    void deliver(InboundMessage message) {
        if (ended) {
            waitsNoMore(message);
            // It ended while the message was on its way here, so the message is for whoever comes next.
            if (!kernel.accept(deployment, message, worker)) {
                message.replyTo().fault(StandardFault.MISSING_REPLY.because("The instance has ended."));
            }
            return;
        }
        boolean taken = false;
        try {
            List<Waiting> suitable = suitable(message);
            if (suitable.isEmpty()) {
                keep(message);
                return;
            }
            taken = true;
            takes(message);
            give(message, suitable);
        } catch (Throwable e) {
            broken(e);
            if (!taken) {
                waitsNoMore(message);
                refuse(message.replyTo(), uncaught);
            }
        }
    }

    private List<Waiting> suitable(InboundMessage message) {
        int operation = message.operation().index();
        return waiting.stream()
                .filter(candidate -> candidate.awaited().operation() == operation
                        && candidate.awaited().accepts(candidate.frame(), message))
                .toList();
    }

    private void give(InboundMessage message, List<Waiting> suitable) {
        if (isOneActivity(suitable)) {
            // Turns of a parallel forEach, or one activity alone: who came first is served first.
            Waiting chosen = suitable.get(0);
            waiting.remove(chosen);
            forget(chosen);
            chosen.frame().arrived(chosen.awaited(), message);
            return;
        }
        StandardFault kind = suitable.stream().anyMatch(one -> suitable.stream().anyMatch(one::conflictsWith))
                ? StandardFault.CONFLICTING_RECEIVE
                : StandardFault.AMBIGUOUS_RECEIVE;
        Fault conflict = kind.because("Several activities wait for the same message of operation '"
                + message.operation().name() + "'.");
        message.replyTo().fault(conflict);
        suitable.forEach(candidate -> candidate.frame().fault(conflict));
    }

    private static boolean isOneActivity(List<Waiting> suitable) {
        Frame first = suitable.get(0).frame();
        return suitable.stream().allMatch(candidate -> candidate.frame().isOfSameActivity(first));
    }

    /**
     * Remembers a request until it is replied to.
     *
     * @param bytes of what says where the reply goes
     * @return whether there was none like it open
     */
    public boolean open(Exchange exchange, ReplyTo replyTo, long bytes) {
        for (OpenRequest request : openRequests) {
            if (request.exchange().equals(exchange)) {
                return false;
            }
        }
        openRequests.add(new OpenRequest(exchange, replyTo, bytes));
        holdings.keep(bytes);
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
                close(i).fault(StandardFault.MISSING_REPLY.because("The scope of the request ended without replying."));
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
            if (openRequests.get(i).exchange().equals(exchange)) {
                return close(i);
            }
        }
        return null;
    }

    private ReplyTo close(int index) {
        OpenRequest request = openRequests.remove(index);
        holdings.remove(request.bytes());
        return request.replyTo();
    }

    /** Ends the instance at once, without handlers (WS-BPEL 2.0, section 10.10). */
    public void exit() {
        ended();
    }

    /** Ends the instance likewise, because of a standard fault; who waits for a reply is told of it. */
    public void exit(Fault because) {
        exitedBy = because;
        ended();
    }

    void uncaught(Fault fault) {
        uncaught = fault;
        ended();
    }

    void ended() {
        ended = true;
        firstReady = null;
        lastReady = null;
        settle();
    }

    /** Answers what is owed and gives everything back; goes on where it was when an error has cut it short. */
    private void settle() {
        if (settled || settling) {
            return;
        }
        settling = true;
        try {
            answerOwed();
            giveBack();
        } finally {
            settling = false;
        }
    }

    private void answerOwed() {
        while (!openRequests.isEmpty()) {
            Fault owed = uncaught != null
                    ? uncaught
                    : StandardFault.MISSING_REPLY.because("The process ended without replying" + becauseOfFault());
            refuse(openRequests.remove(0).replyTo(), owed);
        }
        if (startMessage != null) {
            ReplyTo sender = startMessage.replyTo();
            startMessage = null;
            refuse(
                    sender,
                    uncaught != null
                            ? uncaught
                            : StandardFault.MISSING_REPLY.because("The process ended before it took the request."));
        }
        if (early != null) {
            early.values().forEach(this::refuseAll);
        }
    }

    private void refuseAll(Deque<InboundMessage> line) {
        for (InboundMessage message = line.poll(); message != null; message = line.poll()) {
            waitsNoMore(message);
            refuse(
                    message.replyTo(),
                    StandardFault.MISSING_REPLY.because("The instance ended before it took the request."));
        }
    }

    private void giveBack() {
        while (firstAlarm != null) {
            firstAlarm.cancel();
        }
        waiting.forEach(this::forget);
        waiting.clear();
        if (takesUncorrelated()) {
            deployment.router().ended(this);
        }
        keys.forEach(key -> deployment.router().remove(key, this));
        settled = true;
        if (listed) {
            kernel.list(this).remove(this);
        }
        kernel.ended(this, uncaught);
    }

    private String becauseOfFault() {
        return exitedBy == null ? "." : ", because '" + exitedBy.name() + "' made it exit: " + exitedBy.reason();
    }

    private void refuse(ReplyTo sender, Fault fault) {
        try {
            sender.fault(fault);
        } catch (Throwable e) {
            // The others are owed their answers nevertheless.
            kernel.failed(e);
        }
    }

    /** Whatever went wrong ends this instance and nothing else. */
    private void broken(Throwable error) {
        // Its values may be what there was no memory for.
        root = null;
        if (!ended) {
            uncaught = StandardFault.INTERNAL_ERROR.because(
                    error instanceof VirtualMachineError
                            ? "The instance took more memory or stack than there is."
                            : "The engine failed while it ran this instance.");
        }
        ended();
        kernel.failed(error);
    }
}
