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
 * An execution of a process.
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
 * <p>Events reach the instance by {@link #handle}, from any thread. All other methods are called by the owner, which is
 * the thread that runs the present turn, see {@link InstanceExecutor}.
 *
 * <p>The parts of an instance belong to the same owner:
 * <ul>
 * <li>{@link RunQueue}: frames that are ready to run
 * <li>{@link MemoryAccount}: bytes and activities, which have limits
 * <li>{@link PendingMessages}: messages that no activity has taken
 * <li>{@link PendingReceives}: frames that wait for messages
 * <li>{@link OpenRequests}: requests without a reply
 * <li>{@link CorrelationKeys}, {@link Alarms}, {@link IsolationLocks}: created on first use, because many processes
 * need none
 * </ul>
 */
public final class Instance {
    private static final byte CREATED = 0;
    private static final byte RUNNING = 1;
    private static final byte ENDED = 2;
    private static final byte SETTLING = 3;
    private static final byte SETTLED = 4;

    /** The mark of a time that was not read from the clock yet. */
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

    /** The time of the wall clock at its first use in the present event or turn; {@link #UNREAD} until then. */
    private long nowMs = UNREAD;

    private long nowNs = UNREAD;

    private final MemoryAccount memory;
    private final PendingMessages pendingMessages;
    private final OpenRequests openRequests;
    private PendingReceives pendingReceives;
    private CorrelationKeys correlationKeys;
    private Alarms alarms;
    private IsolationLocks isolationLocks;

    /**
     * The place among the running instances; null unless the instance may receive messages without correlation values.
     */
    private WaitingLine.Place runningPlace;

    /** Whether other messages may wait until it has taken its first message, see {@link PendingStarts}. */
    private boolean awaited;

    /** Whether other messages, or the sender of the first message, wait until the first message was taken. */
    private boolean beginning;

    private StartRendezvous.Reservation reservation;

    private boolean listed;
    Instance earlier;
    Instance later;
    Instance nextInChain;

    /**
     * Creates an instance that is not started.
     *
     * @param worker the worker that runs it at first
     * @param startMessage the message that starts it
     * @param id its number
     * @param reservation the reservation at which other messages wait for it; null for none
     */
    Instance(
            Kernel kernel,
            Deployment deployment,
            Worker worker,
            InboundMessage startMessage,
            long id,
            StartRendezvous.Reservation reservation) {
        this(kernel, deployment, worker, startMessage, startMessage.weight(), id, reservation);
    }

    /**
     * Creates an instance that is made anew of a snapshot, by {@link #recover}.
     *
     * @param startBytes the size of the message that has started it
     */
    Instance(Kernel kernel, Deployment deployment, Worker worker, long startBytes, long id) {
        this(kernel, deployment, worker, null, startBytes, id, null);
    }

    private Instance(
            Kernel kernel,
            Deployment deployment,
            Worker worker,
            InboundMessage startMessage,
            long startBytes,
            long id,
            StartRendezvous.Reservation reservation) {
        this.kernel = kernel;
        this.deployment = deployment;
        this.executor = new InstanceExecutor(this, worker);
        this.runQueue = new RunQueue(executor);
        this.id = id;
        // Instances of a batch are not recorded, and their effects stay inside the engine.
        boolean isOfBatch = deployment.ownPartners() != null;
        Recorder recorder = isOfBatch ? null : kernel.recorder(deployment, id);
        this.outbox = isOfBatch ? Outbox.DIRECT : kernel.outbox(id, recorder);
        this.history = recorder == null ? null : new InstanceHistory(this, recorder);
        if (history != null) {
            runQueue.record();
        }
        this.reservation = reservation;
        this.beginning = reservation != null || (startMessage != null && startMessage.receipt() != Receipt.NONE);
        this.memory = new MemoryAccount(kernel, startBytes, history);
        this.pendingMessages = new PendingMessages(this, startMessage);
        this.openRequests = new OpenRequests(this);
    }

    /**
     * Hands an event to this instance; from any thread. The event is handled at once if the calling thread and the
     * instance are free. Otherwise it waits for the next turn of the instance. Events of one thread keep their order.
     * If an error is thrown, the event was not handed over.
     */
    public void handle(Event event) {
        executor.handle(event);
    }

    /**
     * Begins the instance: at once if the calling thread is a free one of its worker, else in a later turn.
     *
     * @return false when the worker refuses the instance, which then never runs; the same holds when an error is thrown
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
     * Runs one turn: handles the events that have arrived, and runs the frames that are ready. A thread of a worker
     * calls it after the instance was handed over to that worker. Never throws. Afterwards the instance is free, or was
     * handed over again.
     *
     * @param on the worker that runs the turn; the instance stays there
     */
    public void turn(Worker on) {
        executor.turn(on);
    }

    /**
     * Corrects the memory account when no frame is ready or a turn ends, handles the end of the start, and replaces the
     * records of a long history.
     */
    void afterSteps() {
        if (!hasEnded()) {
            memory.settle();
        }
        if (beginning && (pendingMessages.isStartTaken() || hasEnded())) {
            begun();
        }
        if (history != null && history.wantsSnapshot()) {
            replaceRecords();
        }
    }

    /** Applies an event on the thread of the owner. An instance with a history records the event first. */
    void apply(Event event) {
        passTime();
        if (history == null) {
            event.reach(this);
            return;
        }
        boolean isRecorded = history.record(event);
        event.reach(this);
        if (!isRecorded && !(event instanceof Event.Recover)) {
            // Without a record, a recovery could not repeat the time that this event has seen.
            passTime();
        }
    }

    /**
     * Hands this instance to its worker, which recovers it from its records.
     *
     * @param done completed with the result
     */
    void recover(List<InstanceRecord> records, CompletableFuture<RecoveryResult> done) {
        beginning = false;
        executor.hand(new Event.Recover(records, done));
    }

    /** Recovers this instance, see {@link Event.Recover}. */
    RecoveryResult recover(List<InstanceRecord> records) {
        try {
            history.replay(records);
            // Not before: one that is left alone never ends, and the counters of ends would never reach this one.
            kernel.counters().count(Counter.INSTANCES_STARTED);
            return hasEnded() ? RecoveryResult.ENDED : RecoveryResult.RUNS;
        } catch (DivergedException e) {
            kernel.failed(e);
            discard();
            return RecoveryResult.DIVERGED;
        }
    }

    /** Removes the instance from the engine without any effect outside: no reply, no acknowledgement, no call. */
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

    /** Starts the process, see {@link Event.Start}. */
    void begin() {
        // The start event was counted as a step, and the root frame counts again.
        runQueue.refund();
        startedNs = kernel.clock().nanoTime();
        enlist();
        root = new Frame(this, deployment.program().root(), null, null);
        runQueue.add(root);
    }

    private void enlist() {
        kernel.list(id).add(this);
        listed = true;
        state = RUNNING;
        if (!deployment.program().uncorrelated().isEmpty()) {
            runningPlace = deployment.router().running(this);
            runningPlace.join();
        }
        if (history == null || !history.isRecovering()) {
            kernel.counters().count(Counter.INSTANCES_STARTED);
        }
    }

    // ---- snapshots

    /**
     * Records the state of the instance, so that a recovery needs no earlier record. An instance that has not taken its
     * start message, or whose recorder wants no snapshot, stays as it is.
     *
     * @return whether a recovery needs no record from before
     */
    boolean snapshot() {
        if (history == null || hasEnded()) {
            return true;
        }
        if (!allowsSnapshot()) {
            return false;
        }
        try {
            history.snapshot(memory.startBytes(), InstanceSnapshot.of(this));
            return true;
        } catch (RuntimeException | StackOverflowError e) {
            // The records that there are stay valid.
            kernel.failed(e);
            return false;
        }
    }

    private boolean allowsSnapshot() {
        return state == RUNNING && !beginning && pendingMessages.isStartTaken() && history.allowsSnapshot();
    }

    /** Offers a snapshot to the recorder that wants one, if the instance is able to. Never throws. */
    private void replaceRecords() {
        if (!allowsSnapshot()) {
            return;
        }
        try {
            readTime();
            history.offerSnapshot(memory.startBytes(), InstanceSnapshot.of(this));
        } catch (RuntimeException | StackOverflowError e) {
            // The records that there are stay valid.
            history.snapshotFailed();
            kernel.failed(e);
        } catch (Throwable e) {
            broken(e);
        } finally {
            // Without an event, a recovery could not repeat the time that the snapshot has seen.
            passTime();
        }
    }

    /** Writes the parts of a snapshot that come before the frames. */
    void writeBegin(StateWriter snapshot) {
        snapshot.number(lastFrame);
        snapshot.frame(root);
        history.write(snapshot);
        runQueue.write(snapshot);
        alarms().write(snapshot);
    }

    /** Writes the parts of a snapshot that come after the frames and scopes. */
    void writeEnd(StateWriter snapshot) {
        openRequests.write(snapshot);
        pendingReceives().write(snapshot);
        correlationKeys().write(snapshot);
        isolationLocks().write(snapshot);
        pendingMessages.write(snapshot);
    }

    /** Reads what {@link #writeBegin} has written. The instance runs from now on. */
    void readBegin(StateReader snapshot) {
        enlist();
        lastFrame = snapshot.number(Integer.MAX_VALUE);
        root = snapshot.presentFrame();
        history.read(snapshot);
        runQueue.read(snapshot);
        alarms().read(snapshot);
    }

    /** Reads what {@link #writeEnd} has written. */
    void readEnd(StateReader snapshot) {
        openRequests.read(snapshot);
        pendingReceives().read(snapshot);
        correlationKeys().read(snapshot);
        isolationLocks().read(snapshot);
        pendingMessages.read(snapshot);
    }

    // ---- messages

    /**
     * Acknowledges the first message and releases the messages that have waited for this start. Called when the first
     * message was taken or the instance has ended.
     */
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
     * Delivers a message to the activity that waits for it, or keeps it, see {@link Event.Message} and {@link
     * Event.UncorrelatedMessage}.
     *
     * @param place the place in the waiting line that the message has taken; null for none
     */
    void deliver(InboundMessage message, WaitingLine.Place place) {
        if (hasEnded()) {
            pendingMessages.dropped(message);
            // The instance ended while the message was on its way. Another instance may accept the message.
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

    /**
     * Takes over the bytes that the kernel has reserved for the end of a call; returns false when the instance has
     * ended.
     */
    boolean takeOverBytes(long bytes) {
        if (hasEnded()) {
            kernel.letGo(bytes);
            return false;
        }
        memory.addReserved(bytes);
        return true;
    }

    /**
     * Ends this instance on a command of the administrator, see {@link Event.Terminate}.
     *
     * @param done completed with whether the instance was still running
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

    /**
     * Ends the instance at once, without handlers, because of a standard fault. Open requests are answered with a fault
     * that names it (WS-BPEL 2.0, section 5.2).
     */
    public void exit(Fault because) {
        end(Outcome.exited(because));
    }

    /** Ends this instance, and no other, after an error of the engine. */
    void broken(Throwable error) {
        // Releases the values of the instance, which may have used up the memory.
        root = null;
        end(hasEnded() ? outcome : Outcome.faulted(StandardFault.INTERNAL_ERROR.because(reason(error))));
        kernel.failed(error);
    }

    /** Ends the instance in the way in which an error of the engine has ended it before the recovery. */
    void breakAgain(Outcome how) {
        root = null;
        end(how);
    }

    private static String reason(Throwable error) {
        return error instanceof VirtualMachineError
                ? "The instance took more memory or stack than there is."
                : "The engine failed while it ran this instance.";
    }

    /** Ends the instance. The first outcome counts; later calls change nothing. */
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

    /**
     * Answers all open requests and releases everything that the instance holds. After an error, a further call goes on
     * where the error has interrupted it.
     */
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

    /** Removes all registrations of the instance, and reports its end to the kernel and to the observer. */
    private void giveBack() {
        releaseRegistrations();
        state = SETTLED;
        if (listed) {
            kernel.list(id).remove(this);
        }
        EndedInstances kept = kernel.endedInstances();
        if (kept != null) {
            kept.ended(deployment.name(), startedNs, kernel.clock().nanoTime());
        }
        kernel.ended(this, outcome.uncaught());
        InstanceObserver observer = deployment.observer();
        if (observer != null) {
            outbox.ended(observer, outcome.uncaught());
        }
    }

    /** Removes everything by which events could still reach the instance. */
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

    /** Returns whether the instance has ended, so that no activity runs any more. */
    public boolean hasEnded() {
        return state >= ENDED;
    }

    /** Returns its number, which no other instance of the engine has. */
    public long id() {
        return id;
    }

    /** Returns the kernel. */
    public Kernel kernel() {
        return kernel;
    }

    /** Returns the deployment of its process. */
    public Deployment deployment() {
        return deployment;
    }

    /** Returns the worker that runs it; for its owner. */
    public Worker worker() {
        return executor.worker();
    }

    /** Returns the frame of the process. */
    public Frame root() {
        return root;
    }

    /** Returns its age in milliseconds; 0 before the start. */
    long ageMs() {
        return state == CREATED
                ? 0
                : TimeUnit.NANOSECONDS.toMillis(kernel.clock().nanoTime() - startedNs);
    }

    /** Discards the time that was read, because an event or a turn begins. */
    void passTime() {
        nowMs = UNREAD;
        nowNs = UNREAD;
    }

    /**
     * Returns the time of the wall clock in milliseconds since 1970. It stays the same until the next event or turn, so
     * that a recovery repeats the same steps with the same results.
     */
    public long nowMs() {
        if (history != null) {
            history.tellTime(nowMs != UNREAD);
        } else if (nowMs == UNREAD) {
            nowMs = kernel.clock().epochMs();
        }
        return nowMs;
    }

    /** Returns the monotonic time since its start in nanoseconds. It stays the same until the next event or turn. */
    public long nowNs() {
        if (history != null) {
            history.tellTime(nowNs != UNREAD);
        } else if (nowNs == UNREAD) {
            nowNs = kernel.clock().nanoTime() - startedNs;
        }
        return nowNs;
    }

    /** Reads the clocks for the present event or turn. */
    void readTime() {
        nowMs = kernel.clock().epochMs();
        nowNs = state == CREATED ? 0 : kernel.clock().nanoTime() - startedNs;
    }

    /** Sets the time to the time of a record. */
    void time(long epochMs, long ageNs) {
        nowMs = epochMs;
        nowNs = ageNs;
    }

    /** Sets the time after a recovery: since the last record, as much time has passed as the wall clock shows. */
    void continueTime(long lastMs, long lastNs) {
        long passedMs = Math.max(0, kernel.clock().epochMs() - lastMs);
        startedNs = kernel.clock().nanoTime() - lastNs - TimeUnit.MILLISECONDS.toNanos(passedMs);
        readTime();
    }

    /** Returns its history; null when it is not recorded. */
    InstanceHistory history() {
        return history;
    }

    /** Returns the outbox, by which its effects leave the engine. */
    Outbox outbox() {
        return outbox;
    }

    /** Sets the outbox, by which its effects leave the engine. */
    void outbox(Outbox way) {
        outbox = way;
    }

    /** Returns the address of a partner as deployed, or as its registry has replaced it; empty when it is not known. */
    public String address(int partnerLink) {
        String present = deployment.address(partnerLink);
        return history == null || deployment.registered(partnerLink) == null
                ? present
                : history.address(partnerLink, present);
    }

    /** Returns the time of {@link #nowMs} in the time zone of the process. */
    OffsetDateTime now() {
        return Instant.ofEpochMilli(nowMs()).atZone(deployment.zone()).toOffsetDateTime();
    }

    /** Returns the number of the frame that was opened last. */
    int lastAddress() {
        return lastFrame;
    }

    /** Returns the number of the next frame. */
    int nextAddress() {
        return ++lastFrame;
    }

    /**
     * Calls a partner for a frame. The frame receives the end of the call after its present step, however soon it
     * comes.
     */
    public void call(PartnerCall call) {
        PartnerInvoker own = deployment.ownPartners();
        outbox.call(own == null ? kernel.invoker() : own, call);
    }

    /** Answers a request with its output message. */
    public void reply(ReplyTo client, List<Element> parts) {
        outbox.reply(answering(client, parts, null), parts);
    }

    private ReplyTo answering(ReplyTo client, List<Element> parts, Fault fault) {
        return history == null ? client : history.answering(client, parts, fault);
    }

    /** Answers a request with a fault. */
    public void fault(ReplyTo client, Fault fault) {
        outbox.fault(answering(client, List.of(), fault), fault);
    }

    /** Answers a request with a fault. Never throws, so that further requests are answered, too. */
    void refuse(ReplyTo client, Fault fault) {
        try {
            outbox.fault(answering(client, List.of(), fault), fault);
        } catch (Throwable e) {
            kernel.failed(e);
        }
    }

    /** Refuses the acknowledgement of a message that this instance does not take; never throws. */
    private void refuse(Receipt receipt, Fault fault) {
        try {
            if (history != null) {
                history.refusing(receipt);
            }
            outbox.refused(receipt, fault);
        } catch (Throwable e) {
            kernel.failed(e);
        }
    }

    /**
     * Refuses a message that this instance does not take; never throws. A message without acknowledgement is counted.
     */
    void refuse(InboundMessage message, Fault fault) {
        if (message.receipt() == Receipt.NONE) {
            drop(message, fault);
        } else {
            refuse(message.receipt(), fault);
        }
    }

    /** Sends the acknowledgement that this instance has a message; never throws. */
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
     * Answers a message with a fault when no activity of this instance takes it; never throws. The sender of a one-way
     * message has got its acknowledgement before and receives nothing more, so the message is counted.
     */
    public void drop(InboundMessage message, Fault fault) {
        kernel.countDropped(message);
        refuse(message.replyTo(), fault);
    }

    /** Returns the frames that are ready to run. */
    public RunQueue runQueue() {
        return runQueue;
    }

    /** Returns the memory account. */
    public MemoryAccount memory() {
        return memory;
    }

    /** Returns the messages that no activity has taken. */
    public PendingMessages pendingMessages() {
        return pendingMessages;
    }

    /** Returns the requests without a reply. */
    public OpenRequests openRequests() {
        return openRequests;
    }

    /** Returns the frames that wait for messages. */
    public PendingReceives pendingReceives() {
        if (pendingReceives == null) {
            pendingReceives = new PendingReceives(this);
        }
        return pendingReceives;
    }

    /** Returns the correlation values by which messages find it. */
    CorrelationKeys correlationKeys() {
        if (correlationKeys == null) {
            correlationKeys = new CorrelationKeys(this);
        }
        return correlationKeys;
    }

    /** Returns the pending alarms. */
    public Alarms alarms() {
        if (alarms == null) {
            alarms = new Alarms(this);
        }
        return alarms;
    }

    /** Returns the locks of isolated scopes. */
    public IsolationLocks isolationLocks() {
        if (isolationLocks == null) {
            isolationLocks = new IsolationLocks();
        }
        return isolationLocks;
    }
}
