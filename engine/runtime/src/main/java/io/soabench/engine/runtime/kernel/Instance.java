package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.xml.Element;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * An execution of a process: its states, and the one way in.
 *
 * <pre>
 * state      | start        end            all answered and given back    error meanwhile
 * -----------+---------------------------------------------------------------------------
 * CREATED    | RUNNING      ENDED
 * RUNNING    |              ENDED
 * ENDED      |              SETTLING*
 * SETTLING   |                             SETTLED                        ENDED
 * SETTLED    |
 * * at once, and again when an error has cut it short
 * end: the process is done, exits, has a fault that nothing catches, is ended from outside, or the engine fails
 * </pre>
 *
 * <p>What happens to it comes by {@link #handle}, from any thread; everything else is called by the owner: the thread in whose turn it
 * is, see {@link InstanceExecutor}. What it has is kept by others that belong to the same owner: frames that can go on ({@link RunQueue}), memory
 * and activities within limits ({@link MemoryAccount}), messages ({@link PendingMessages}), who waits for some ({@link PendingReceives}), what is
 * owed ({@link OpenRequests}), by which values it is found ({@link CorrelationKeys}), {@link Alarms} and {@link IsolationLocks}. Those that
 * many processes never need are made when they are asked for first.
 */
public final class Instance {
    private static final byte CREATED = 0;
    private static final byte RUNNING = 1;
    private static final byte ENDED = 2;
    private static final byte SETTLING = 3;
    private static final byte SETTLED = 4;

    /** In place of a time at which the clock was not looked at yet. */
    private static final long UNREAD = Long.MIN_VALUE;

    private final Kernel kernel;
    private final Deployment deployment;
    private final long id;
    private final InstanceHistory history;
    private Outbox outbox;
    private final InstanceExecutor executor;
    private final RunQueue runQueue;

    private byte state = CREATED;
    private Outcome outcome;
    private Frame root;
    private int lastFrame;
    private long startedNs;

    /** The time, as it was first asked for since something happened or a turn began; {@link #UNREAD} until then. */
    private long nowMs = UNREAD;

    private long nowNs = UNREAD;

    private final MemoryAccount memory;
    private final PendingMessages pendingMessages;
    private final OpenRequests openRequests;
    private PendingReceives pendingReceives;
    private CorrelationKeys correlationKeys;
    private Alarms alarms;
    private IsolationLocks isolationLocks;

    /** Its place among the running instances; null unless it may get messages without correlation values. */
    private WaitingLine.Place runningPlace;

    /** Whether others may have heard of it before it has taken its first message, see {@link PendingStarts}. */
    private boolean awaited;

    /** Whether somebody waits until it has taken its first message: other messages, or the sender of that one. */
    private boolean beginning;

    private StartRendezvous.Reservation reservation;

    private boolean listed;
    Instance earlier;
    Instance later;
    Instance nextInChain;

    /**
     * An instance that is to start.
     *
     * @param reservation where messages wait for it; null for none
     */
    Instance(
            Kernel kernel,
            Deployment deployment,
            Worker worker,
            InboundMessage startMessage,
            long id,
            StartRendezvous.Reservation reservation) {
        this.kernel = kernel;
        this.deployment = deployment;
        this.executor = new InstanceExecutor(this, worker);
        this.runQueue = new RunQueue(executor);
        this.id = id;
        // What a batch does stays inside of the engine.
        boolean isOfBatch = deployment.ownPartners() != null;
        Recorder recorder = isOfBatch ? null : kernel.recorder(deployment, id);
        this.outbox = isOfBatch ? Outbox.DIRECT : kernel.outbox(id, recorder);
        this.history = recorder == null ? null : new InstanceHistory(this, recorder);
        if (history != null) {
            runQueue.record();
        }
        this.reservation = reservation;
        this.beginning = reservation != null || startMessage.receipt() != Receipt.NONE;
        this.memory = new MemoryAccount(kernel, startMessage.weight(), history);
        this.pendingMessages = new PendingMessages(this, startMessage);
        this.openRequests = new OpenRequests(this);
    }

    /**
     * Lets something happen to this instance; from any thread. It is handled at once if the calling thread is free and the instance
     * is, else when the instance has its turn; events of one thread in their order. An error that is thrown says that nothing has happened.
     */
    public void handle(Event event) {
        executor.handle(event);
    }

    /**
     * Begins: at once if the calling thread is a free one of its worker, else when the worker comes to it.
     *
     * @return false when the worker refuses it, and it will never run; likewise when an error is thrown
     */
    boolean start() {
        if (executor.startNow(Event.Start.NOW)) {
            return true;
        }
        awaited = true;
        beginning = true;
        deployment.pendingStarts().created();
        boolean offered = false;
        try {
            offered = executor.offer(Event.Start.NOW);
            return offered;
        } finally {
            if (!offered) {
                deployment.pendingStarts().begun();
            }
        }
    }

    /**
     * Takes its turn: handles what has come and runs what is ready. For a worker's thread, after the instance was handed over to one;
     * never throws. At its end the instance is free, or was handed over to give way.
     *
     * @param on who runs it; it stays there from now on
     */
    public void turn(Worker on) {
        executor.turn(on);
    }

    /** What is to be done whenever nothing is ready, or a turn ends. */
    void afterSteps() {
        if (!hasEnded()) {
            memory.settle();
        }
        if (beginning && (pendingMessages.isStartTaken() || hasEnded())) {
            begun();
        }
    }

    /** Lets an event reach it, on the thread that owns it; an instance that is recorded has it recorded first. */
    void apply(Event event) {
        passTime();
        if (history == null) {
            event.reach(this);
            return;
        }
        boolean isRecorded = history.record(event);
        event.reach(this);
        if (!isRecorded && !(event instanceof Event.Recover)) {
            // Nobody would know in another life what the time was.
            passTime();
        }
    }

    /**
     * Has its worker make it anew of the records of an earlier life.
     *
     * @param done told how that has ended
     */
    void recover(List<InstanceRecord> records, CompletableFuture<RecoveryResult> done) {
        beginning = false;
        executor.hand(new Event.Recover(records, done));
    }

    /** What {@link Event.Recover} does. */
    RecoveryResult recover(List<InstanceRecord> records) {
        try {
            history.replay(records);
            return hasEnded() ? RecoveryResult.ENDED : RecoveryResult.RUNS;
        } catch (DivergedException e) {
            kernel.failed(e);
            discard();
            return RecoveryResult.DIVERGED;
        }
    }

    /** Ends it for the engine, not for the world outside: nothing happens in it any more, and nobody is told anything. */
    private void discard() {
        state = SETTLED;
        root = null;
        runQueue.close();
        releaseRegistrations();
        if (listed) {
            kernel.list(id).remove(this);
        }
        kernel.left(this);
    }

    /** What {@link Event.Start} does. */
    void begin() {
        // The process itself is the step that it counts for.
        runQueue.refund();
        startedNs = kernel.clock().nanoTime();
        kernel.list(id).add(this);
        listed = true;
        state = RUNNING;
        if (!deployment.program().uncorrelated().isEmpty()) {
            runningPlace = deployment.router().running(this);
            runningPlace.join();
        }
        kernel.counters().count(Counter.INSTANCES_STARTED);
        root = new Frame(this, deployment.program().root(), null, null);
        runQueue.add(root);
    }

    /** It has taken its first message, or never will: who has waited for that goes on. */
    private void begun() {
        beginning = false;
        pendingMessages.acknowledgeStart();
        StartRendezvous.Reservation over = reservation;
        reservation = null;
        if (over != null) {
            over.end();
        }
        if (awaited) {
            awaited = false;
            deployment.pendingStarts().begun();
        }
    }

    /**
     * What {@link Event.Message} and {@link Event.UncorrelatedMessage} do.
     *
     * @param place the place in line that the message has taken; null for none
     */
    void deliver(InboundMessage message, WaitingLine.Place place) {
        if (hasEnded()) {
            pendingMessages.dropped(message);
            // It ended while the message was on its way here, so the message is for whoever comes next.
            if (!kernel.accept(deployment, message, worker())) {
                kernel.refuse(message, StandardFault.MISSING_REPLY.because("The instance has ended."));
            }
            return;
        }
        Receipt receipt = message.receipt();
        boolean taken = false;
        try {
            List<PendingReceive> suitable = pendingReceives().suitable(message);
            if (suitable.isEmpty()) {
                pendingMessages.keep(message);
                return;
            }
            taken = true;
            pendingMessages.taken(message);
            if (PendingReceives.isOneActivity(suitable)) {
                pendingReceives.give(message, suitable, place);
                acknowledge(receipt);
            } else {
                receipt = Receipt.NONE;
                pendingReceives.refuse(message, suitable);
            }
        } catch (Throwable e) {
            broken(e);
            if (!taken) {
                pendingMessages.dropped(message);
                refuse(message, outcome.uncaught());
            } else {
                refuse(receipt, outcome.ofOpenRequest());
            }
        }
    }

    /** The end of a call is here, for which the kernel has noted so many bytes; whether anybody may hear of it. */
    boolean takeOverBytes(long bytes) {
        if (hasEnded()) {
            kernel.letGo(bytes);
            return false;
        }
        memory.addReserved(bytes);
        return true;
    }

    /**
     * What {@link Event.Terminate} does.
     *
     * @param done told whether it was still running
     */
    void terminate(CompletableFuture<Boolean> done) {
        boolean runs = !hasEnded();
        if (runs) {
            end(Outcome.faulted(
                    StandardFault.TERMINATED.because("The instance was ended by the administrator of the engine.")));
        }
        outbox.terminated(done, runs);
    }

    /** Ends the instance at once, without handlers (WS-BPEL 2.0, section 10.10). */
    public void exit() {
        end(Outcome.COMPLETED);
    }

    /** Ends the instance likewise, because of a standard fault; who waits for a reply is told of it. */
    public void exit(Fault because) {
        end(Outcome.exited(because));
    }

    /** Whatever went wrong ends this instance and nothing else. */
    void broken(Throwable error) {
        // Its values may be what there was no memory for.
        root = null;
        end(hasEnded() ? outcome : Outcome.faulted(StandardFault.INTERNAL_ERROR.because(reason(error))));
        kernel.failed(error);
    }

    /** Ends it as an error of the engine has ended an earlier life of it. */
    void breakAgain(Outcome how) {
        root = null;
        end(how);
    }

    private static String reason(Throwable error) {
        return error instanceof VirtualMachineError
                ? "The instance took more memory or stack than there is."
                : "The engine failed while it ran this instance.";
    }

    /** Ends it, unless it has ended; how it ends first is how it ends. */
    void end(Outcome how) {
        if (!hasEnded()) {
            state = ENDED;
            outcome = how;
            runQueue.close();
            if (history != null) {
                history.ended(how, root == null);
            }
        }
        settle();
    }

    /** Answers what is owed and gives everything back; goes on where it was when an error has cut it short. */
    private void settle() {
        if (state != ENDED) {
            return;
        }
        state = SETTLING;
        try {
            openRequests.refuseAll(outcome);
            pendingMessages.refuseAll(outcome);
            giveBack();
        } finally {
            if (state == SETTLING) {
                state = ENDED;
            }
        }
    }

    private void giveBack() {
        releaseRegistrations();
        state = SETTLED;
        if (listed) {
            kernel.list(id).remove(this);
        }
        kernel.ended(this, outcome.uncaught());
        InstanceObserver observer = deployment.observer();
        if (observer != null) {
            outbox.ended(observer, outcome.uncaught());
        }
    }

    private void releaseRegistrations() {
        if (alarms != null) {
            alarms.cancelAll();
        }
        if (pendingReceives != null) {
            pendingReceives.clear();
        }
        if (runningPlace != null) {
            runningPlace.leave();
        }
        if (correlationKeys != null) {
            correlationKeys.clear();
        }
    }

    /** Whether nothing will happen in it any more. */
    public boolean hasEnded() {
        return state >= ENDED;
    }

    /** Returns its number, which no other instance of the engine has. */
    public long id() {
        return id;
    }

    /** The engine around. */
    public Kernel kernel() {
        return kernel;
    }

    /** What this is an instance of. */
    public Deployment deployment() {
        return deployment;
    }

    /** Where it runs now; for its owner. */
    public Worker worker() {
        return executor.worker();
    }

    /** The process as a frame. */
    public Frame root() {
        return root;
    }

    /** Milliseconds since it was started. */
    long ageMs() {
        return state == CREATED
                ? 0
                : TimeUnit.NANOSECONDS.toMillis(kernel.clock().nanoTime() - startedNs);
    }

    /** Something happens, or a turn begins: the time is another one from now on. */
    void passTime() {
        nowMs = UNREAD;
        nowNs = UNREAD;
    }

    /**
     * The time of the wall clock in milliseconds since 1970, which is the same until the next event or turn: what an activity does
     * can then be done again with the same result.
     */
    public long nowMs() {
        if (history != null) {
            history.tellTime(nowMs != UNREAD);
        } else if (nowMs == UNREAD) {
            nowMs = kernel.clock().epochMs();
        }
        return nowMs;
    }

    /** Nanoseconds since it was started, by a clock that makes no steps; the same until the next event or turn, too. */
    public long nowNs() {
        if (history != null) {
            history.tellTime(nowNs != UNREAD);
        } else if (nowNs == UNREAD) {
            nowNs = kernel.clock().nanoTime() - startedNs;
        }
        return nowNs;
    }

    /** Looks at the clocks, so that the time is known. */
    void readTime() {
        nowMs = kernel.clock().epochMs();
        nowNs = state == CREATED ? 0 : kernel.clock().nanoTime() - startedNs;
    }

    /** Sets the time to that of a record. */
    void time(long epochMs, long ageNs) {
        nowMs = epochMs;
        nowNs = ageNs;
    }

    /** Goes on with the time of an earlier life: as much has passed since its last record as the wall clock says, and the time is read. */
    void continueTime(long lastMs, long lastNs) {
        long passedMs = Math.max(0, kernel.clock().epochMs() - lastMs);
        startedNs = kernel.clock().nanoTime() - lastNs - TimeUnit.MILLISECONDS.toNanos(passedMs);
        readTime();
    }

    /** Returns the records of it; null when it is not recorded. */
    InstanceHistory history() {
        return history;
    }

    /** Returns the way of what it does to the world outside. */
    Outbox outbox() {
        return outbox;
    }

    /** Sets the way of what it does to the world outside. */
    void outbox(Outbox way) {
        outbox = way;
    }

    /** Returns the address of a partner as deployed, or as its registry has replaced it; empty when not known. */
    public String address(int partnerLink) {
        String present = deployment.address(partnerLink);
        return history == null || deployment.registered(partnerLink) == null
                ? present
                : history.address(partnerLink, present);
    }

    /** The time as {@link #nowMs}, in the zone of the process. */
    OffsetDateTime now() {
        return Instant.ofEpochMilli(nowMs()).atZone(deployment.zone()).toOffsetDateTime();
    }

    /** The address of the next frame. */
    int nextAddress() {
        return ++lastFrame;
    }

    /** Calls a partner for a frame; however soon the call ends, the frame hears of it after its step. */
    public void call(PartnerCall call) {
        PartnerInvoker own = deployment.ownPartners();
        outbox.call(own == null ? kernel.invoker() : own, call);
    }

    /** Answers a request with its output message. */
    public void reply(ReplyTo client, List<Element> parts) {
        outbox.reply(client, parts);
    }

    /** Answers a request with a fault. */
    public void fault(ReplyTo client, Fault fault) {
        outbox.fault(client, fault);
    }

    /** Answers a request with a fault; never throws, since others may be owed their answers, too. */
    void refuse(ReplyTo client, Fault fault) {
        try {
            outbox.fault(client, fault);
        } catch (Throwable e) {
            kernel.failed(e);
        }
    }

    /** Tells who waits for the acknowledgement of a message that this instance does not take it; never throws. */
    private void refuse(Receipt receipt, Fault fault) {
        try {
            outbox.refused(receipt, fault);
        } catch (Throwable e) {
            kernel.failed(e);
        }
    }

    /** Tells the sender of a message that this instance does not take it; never throws. A message whose sender hears nothing is counted. */
    void refuse(InboundMessage message, Fault fault) {
        if (message.receipt() == Receipt.NONE) {
            drop(message, fault);
        } else {
            refuse(message.receipt(), fault);
        }
    }

    /** Tells the sender of a message that this instance has it; never throws. */
    void acknowledge(Receipt receipt) {
        if (receipt == Receipt.NONE) {
            return;
        }
        try {
            outbox.taken(receipt);
        } catch (Throwable e) {
            kernel.failed(e);
        }
    }

    /**
     * Answers a message that this instance has, and that none of its activities takes, with a fault; never throws. The sender of a
     * one-way message hears no more than the acknowledgement, so the message is counted.
     */
    public void drop(InboundMessage message, Fault fault) {
        kernel.countDropped(message);
        refuse(message.replyTo(), fault);
    }

    /** What can go on. */
    public RunQueue runQueue() {
        return runQueue;
    }

    /** What it takes. */
    public MemoryAccount memory() {
        return memory;
    }

    /** Messages that no activity has taken. */
    public PendingMessages pendingMessages() {
        return pendingMessages;
    }

    /** Requests that it has not replied to. */
    public OpenRequests openRequests() {
        return openRequests;
    }

    /** Who waits for messages. */
    public PendingReceives pendingReceives() {
        if (pendingReceives == null) {
            pendingReceives = new PendingReceives(this);
        }
        return pendingReceives;
    }

    /** By which messages find it. */
    CorrelationKeys correlationKeys() {
        if (correlationKeys == null) {
            correlationKeys = new CorrelationKeys(this);
        }
        return correlationKeys;
    }

    /** What is to ring. */
    public Alarms alarms() {
        if (alarms == null) {
            alarms = new Alarms(this);
        }
        return alarms;
    }

    /** Who may run isolated scopes. */
    public IsolationLocks isolationLocks() {
        if (isolationLocks == null) {
            isolationLocks = new IsolationLocks();
        }
        return isolationLocks;
    }
}
