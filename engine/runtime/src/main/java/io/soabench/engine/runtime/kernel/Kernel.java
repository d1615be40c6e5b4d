package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.fault.StandardFault;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The registry of the instances of one replica. It finds or starts the instance for each message, keeps the instances
 * within the configured limits, and tracks their memory.
 *
 * <p>Thread-safe.
 */
public final class Kernel {
    private static final int LISTS_BITS = 4;

    /** The number of instance lists; it exceeds the number of threads that often start instances at the same time. */
    private static final int LISTS = 1 << LISTS_BITS;

    /** The instances that a thread may start before it looks at those of other threads. */
    private static final long CREDIT_INSTANCES = 64;

    /** The bytes that a thread may reserve before it looks at those of other threads: about 30 small instances. */
    private static final long CREDIT_BYTES = 64 * 1024;

    private final KernelLimits limits;
    private final PartnerInvoker invoker;
    private final EngineClock clock;
    private final Counters counters;
    private final Consumer<Throwable> errorHandler;
    private final LimitedSum running;
    private final LimitedSum heldBytes;
    private final LimitedSum waitingBytes;
    private final LongSupplier ids;
    private final String engine;
    private final InstanceList[] instances = new InstanceList[LISTS];
    private volatile Runnable placeFree = () -> {};
    private volatile BooleanSupplier memoryShort = () -> false;
    private LongFunction<Outbox> outboxes = id -> Outbox.DIRECT;
    private Recorders recorders = (deployment, id) -> null;
    private EndedInstances endedInstances;

    /**
     * Creates a kernel without instances.
     *
     * @param limits the limits of instances
     * @param invoker the stage that calls partners
     * @param clock the clock of the engine
     * @param counters the counters that it increments
     * @param errorHandler the receiver of Java exceptions and errors on worker threads
     */
    public Kernel(
            KernelLimits limits,
            PartnerInvoker invoker,
            EngineClock clock,
            Counters counters,
            Consumer<Throwable> errorHandler) {
        this(limits, invoker, clock, counters, errorHandler, new AtomicLong()::incrementAndGet);
    }

    /**
     * Creates a kernel without instances, which is one of several.
     *
     * @param limits the limits of instances
     * @param invoker the stage that calls partners
     * @param clock the clock of the engine
     * @param counters the counters that it increments
     * @param errorHandler the receiver of Java exceptions and errors on worker threads
     * @param ids the source of instance numbers, which are unique among all kernels of the engine; called from any
     *     thread
     */
    public Kernel(
            KernelLimits limits,
            PartnerInvoker invoker,
            EngineClock clock,
            Counters counters,
            Consumer<Throwable> errorHandler,
            LongSupplier ids) {
        this(limits, invoker, clock, counters, errorHandler, ids, "local");
    }

    /**
     * Creates a kernel without instances, which is one of several of a named engine.
     *
     * @param limits the limits of instances
     * @param invoker the stage that calls partners
     * @param clock the clock of the engine
     * @param counters the counters that it increments
     * @param errorHandler the receiver of Java exceptions and errors on worker threads
     * @param ids the source of instance numbers, which are unique among all kernels of the engine; called from any
     *     thread
     * @param engine the name of the engine, which no other engine has; it consists of letters, digits and hyphens
     */
    public Kernel(
            KernelLimits limits,
            PartnerInvoker invoker,
            EngineClock clock,
            Counters counters,
            Consumer<Throwable> errorHandler,
            LongSupplier ids,
            String engine) {
        this.ids = ids;
        this.engine = engine;
        this.limits = limits;
        this.running = new LimitedSum(limits.instances(), CREDIT_INSTANCES);
        this.heldBytes = new LimitedSum(limits.messageBytes(), CREDIT_BYTES);
        this.waitingBytes = new LimitedSum(limits.waitingBytes(), CREDIT_BYTES);
        this.invoker = invoker;
        this.clock = clock;
        this.counters = counters;
        this.errorHandler = errorHandler;
        for (int i = 0; i < LISTS; i++) {
            instances[i] = new InstanceList();
        }
    }

    /** A maker of the recorders of instances. */
    @FunctionalInterface
    public interface Recorders {
        /**
         * Returns the recorder of an instance that is about to start; null when the instance is not recorded. Called
         * from any thread.
         */
        Recorder recorder(Deployment deployment, long id);
    }

    /** The results of offering a message to the running instances. */
    public enum Delivery {
        /** An instance gets the message, or the sender was informed why no instance can get it. */
        TAKEN,
        /** The message was refused: too many bytes of messages wait at the instance, or at all instances. */
        REFUSED,
        /** The message is for none of the running instances. */
        NOBODY
    }

    /**
     * Gives a message to the running instance that it is for, found by correlation values, or else to a new instance.
     *
     * @return false when the message was refused and is unchanged: in the cases of {@link #start}, or because too many
     *     bytes of messages wait. True otherwise; then the {@link InboundMessage#receipt() receipt} of the message
     *     reports, now or later, whether an instance has it
     */
    public boolean accept(Deployment deployment, InboundMessage message, Worker worker) {
        return accept(deployment, message, worker, 0);
    }

    /**
     * Gives a message to an instance; the message may have waited for other instances to begin.
     *
     * @param round the number of times that it has waited
     */
    boolean accept(Deployment deployment, InboundMessage message, Worker worker, int round) {
        Deployment newest = deployment.newest();
        if (newest == deployment) {
            // Another version may have replaced this one during the call, and this one starts no instances any more.
            return acceptHere(deployment, message, worker, round)
                    || (deployment.newest() != deployment && accept(deployment, message, worker, round));
        }
        ServiceOperation same = newest.program().counterpart(message.operation());
        return same == null
                ? acceptHere(deployment, message, worker, round)
                : accept(newest, message.of(same), worker, round);
    }

    /** Gives a message to an instance of this deployment or of one that it has replaced, or starts a new one. */
    private boolean acceptHere(Deployment deployment, InboundMessage message, Worker worker, int round) {
        Delivery delivery = offer(deployment, message);
        if (delivery != Delivery.NOBODY) {
            return delivery == Delivery.TAKEN;
        }
        ServiceOperation operation = message.operation();
        if (operation.createsInstance()) {
            return operation.routes().isEmpty()
                    ? start(deployment, message, worker)
                    : startOrWait(deployment, message, worker, round);
        }
        for (Deployment one = deployment; one != null; one = one.olderInUse()) {
            if (one.pendingStarts().mayBeFor(round)) {
                return awaitStarts(one.pendingStarts(), deployment, message, worker, round);
            }
        }
        refuse(
                message,
                StandardFault.CORRELATION_VIOLATION.because(
                        "No instance waits for a message of operation '" + operation.name() + "' with these values."));
        return true;
    }

    /** Lets a message wait until all instances have begun that were created before it came. */
    private boolean awaitStarts(
            PendingStarts starts, Deployment deployment, InboundMessage message, Worker worker, int round) {
        long bytes = message.weight();
        if (!holdWaiting(bytes)) {
            return false;
        }
        boolean waits = false;
        try {
            starts.await(new WaitingMessage(this, deployment, message, worker, round));
            waits = true;
        } finally {
            if (!waits) {
                letGoWaiting(bytes);
            }
        }
        // The last of these instances may have begun before the message was in the queue.
        starts.releaseReady();
        return true;
    }

    /**
     * Starts an instance, unless another message is about to start an instance that this message may be for. In that
     * case the message waits.
     */
    private boolean startOrWait(Deployment deployment, InboundMessage message, Worker worker, int round) {
        List<Router.Key> keys = message.operation().routes().stream()
                .map(route -> route.key(message))
                .toList();
        long bytes = message.weight();
        if (!holdWaiting(bytes)) {
            return false;
        }
        StartRendezvous.Reservation reservation;
        boolean waits = false;
        try {
            reservation =
                    deployment.rendezvous().reserve(keys, new WaitingMessage(this, deployment, message, worker, round));
            waits = reservation == null;
        } finally {
            if (!waits) {
                letGoWaiting(bytes);
            }
        }
        return waits || startFor(reservation, deployment, message, worker);
    }

    /**
     * Starts the instance for a reservation that the message has made. The reservation ends when no instance is
     * started, also after an error.
     */
    private boolean startFor(
            StartRendezvous.Reservation reservation, Deployment deployment, InboundMessage message, Worker worker) {
        boolean started = false;
        try {
            // The reservation of another message may have ended since the search for an instance.
            Delivery delivery = offer(deployment, message);
            started = delivery == Delivery.NOBODY && start(deployment, message, worker, reservation);
            return started || delivery == Delivery.TAKEN;
        } finally {
            if (!started) {
                reservation.end();
            }
        }
    }

    /** Gives a message to the running instance that it is for, if there is one; never starts an instance. */
    public Delivery offer(Deployment deployment, InboundMessage message) {
        ServiceOperation operation = message.operation();
        try {
            Delivery delivery = offerHere(deployment, message);
            // Instances of replaced versions, the newest version first.
            for (Deployment older = deployment.olderInUse();
                    delivery == Delivery.NOBODY && older != null;
                    older = older.olderInUse()) {
                ServiceOperation same = older.program().counterpart(operation);
                if (same != null) {
                    delivery = offerHere(older, message.of(same));
                }
            }
            return delivery;
        } catch (FaultException e) {
            refuse(message, e.fault());
            return Delivery.TAKEN;
        }
    }

    /**
     * Gives a message to the running instance of one version that it is for.
     *
     * @throws FaultException selectionFailure when the message has no values for a correlation set
     */
    private static Delivery offerHere(Deployment deployment, InboundMessage message) {
        ServiceOperation operation = message.operation();
        Router router = deployment.router();
        Instance instance = correlated(router, operation.routes(), message);
        if (instance == null && deployment.program().uncorrelated().contains(operation.index())) {
            long bytes = message.weight();
            WaitingLine.Place place = router.takeWaiting(operation.index(), candidate -> reserve(candidate, bytes));
            if (place == WaitingLine.NO_ROOM) {
                return Delivery.REFUSED;
            }
            if (place != null) {
                handOver(message, place);
                return Delivery.TAKEN;
            }
            // No receive waits yet, so the message waits at the instance that comes next.
            instance = operation.createsInstance() ? null : router.oldest();
        }
        if (instance == null) {
            return Delivery.NOBODY;
        }
        return deliver(instance, message) ? Delivery.TAKEN : Delivery.REFUSED;
    }

    /** Returns whether a message of an operation may be for a running instance. If not, a search is needless. */
    public static boolean mayBeAwaited(Deployment deployment, ServiceOperation operation) {
        return !operation.createsInstance()
                || !operation.routes().isEmpty()
                || deployment.program().uncorrelated().contains(operation.index());
    }

    /**
     * Returns a hash that is equal for all messages that may start the same instance. It is the hash of the values of
     * the first correlation set by which the operation finds an instance. It is absent when the message has no such
     * values.
     */
    public static OptionalInt startHash(InboundMessage message) {
        for (Route route : message.operation().routes()) {
            try {
                return OptionalInt.of(route.read(message.parts()).hashCode());
            } catch (FaultException e) {
                // The kernel that accepts the message informs its sender.
                return OptionalInt.empty();
            }
        }
        return OptionalInt.empty();
    }

    /**
     * Returns the instance that has the correlation values of a message; null when there is none. If several sets lead
     * to instances, the message may have no values for one of them.
     *
     * @throws FaultException selectionFailure when there is no such instance and the message has no values for a set
     */
    private static Instance correlated(Router router, List<Route> routes, InboundMessage message) {
        if (routes.size() <= 1) {
            return routes.isEmpty() ? null : router.find(routes.get(0).key(message));
        }
        List<Router.Key> required = new ArrayList<>();
        List<Router.Key> joined = new ArrayList<>();
        FaultException missing = null;
        for (Route route : routes) {
            try {
                (route.required() ? required : joined).add(route.key(message));
            } catch (FaultException e) {
                missing = e;
            }
        }
        List<Router.Key> all = Stream.concat(required.stream(), joined.stream()).toList();
        Instance found = router.find(required, all);
        if (found == null) {
            found = router.find(joined, all);
        }
        if (found == null && missing != null) {
            throw missing;
        }
        return found;
    }

    /**
     * Delivers a message to an instance, which may belong to another kernel (see {@link PartnerCall#callBack}). The
     * kernel of the instance counts the bytes.
     *
     * @return false when too many bytes of messages wait
     */
    static boolean deliver(Instance instance, InboundMessage message) {
        long bytes = message.weight();
        if (!reserve(instance, bytes)) {
            return false;
        }
        boolean handed = false;
        try {
            instance.handle(new Event.Message(message));
            handed = true;
        } finally {
            if (!handed) {
                release(instance, bytes);
            }
        }
        return true;
    }

    /** Delivers a message to the instance in whose place in the waiting line it came; its bytes are reserved. */
    private static void handOver(InboundMessage message, WaitingLine.Place place) {
        boolean handed = false;
        try {
            place.instance().handle(new Event.UncorrelatedMessage(message, place));
            handed = true;
        } finally {
            if (!handed) {
                release(place.instance(), message.weight());
                place.giveBack();
            }
        }
    }

    /**
     * Reserves bytes for a message on its way to an instance. Returns false when too many bytes wait, at this instance
     * or at all instances of its kernel.
     */
    private static boolean reserve(Instance instance, long bytes) {
        Kernel keeper = instance.kernel();
        if (!instance.pendingMessages().reserve(bytes, keeper.limits.instanceBytes())) {
            return false;
        }
        if (!keeper.holdWaiting(bytes)) {
            instance.pendingMessages().release(bytes);
            return false;
        }
        return true;
    }

    /** Reserves bytes for a message on its way to an instance without checking the limits. */
    static void reserveAnyway(Instance instance, long bytes) {
        instance.pendingMessages().reserve(bytes, Long.MAX_VALUE);
        instance.kernel().waitingBytes.addUnchecked(bytes);
    }

    /** Releases bytes that {@link #reserve} has reserved. */
    private static void release(Instance instance, long bytes) {
        instance.pendingMessages().release(bytes);
        instance.kernel().letGoWaiting(bytes);
    }

    /** Reserves bytes for a message that waits; returns false when too many bytes wait. One message always may. */
    private boolean holdWaiting(long bytes) {
        return waitingBytes.add(bytes, limits.waitingBytes());
    }

    /** Releases bytes that were reserved for a message that waits; from any thread. */
    void letGoWaiting(long bytes) {
        waitingBytes.subtract(bytes);
    }

    /**
     * Reserves bytes for an answer to a running instance or for its values; returns false when the limit is reached.
     * From any thread.
     */
    boolean holdForRunning(long bytes) {
        return heldBytes.add(bytes, limits.runningBytes());
    }

    /** Adds bytes that an instance holds without checking the limit; subtracts them if they are negative. */
    void holdAnyway(long bytes) {
        heldBytes.addUnchecked(bytes);
    }

    /** Releases bytes that instances have held; from any thread. */
    void letGo(long bytes) {
        heldBytes.subtract(bytes);
    }

    /**
     * Creates an instance for a message and hands it to a worker. The instance runs at once when the calling thread is
     * a free one of that worker.
     *
     * @return false when a limit is reached (instances, or their bytes), the heap is nearly full, the worker has too much
     *     to do, or the deployment is closed. The message is unchanged then. True otherwise; then the receipt of the message reports,
     *     now or later, whether an activity has taken it
     */
    public boolean start(Deployment deployment, InboundMessage message, Worker worker) {
        return start(deployment, message, worker, null);
    }

    private boolean start(
            Deployment deployment, InboundMessage message, Worker worker, StartRendezvous.Reservation reservation) {
        if (hasNoMemory()) {
            return false;
        }
        long bytes = MemoryAccount.bytes(message.weight());
        if (!heldBytes.add(bytes, limits.messageBytes())) {
            return false;
        }
        if (!running.add(1, limits.instances())) {
            letGo(bytes);
            return false;
        }
        if (!deployment.started()) {
            running.subtract(1);
            letGo(bytes);
            return false;
        }
        boolean started = false;
        try {
            started = new Instance(this, deployment, worker, message, ids.getAsLong(), reservation).start();
            return started;
        } finally {
            // After a refusal or an error the instance never runs.
            if (!started) {
                deployment.refused();
                running.subtract(1);
                letGo(bytes);
            }
        }
    }

    /** Returns the list in which an instance with this number is registered while it runs. */
    InstanceList list(long id) {
        return instances[(int) (InstanceList.spread(id) >>> (Long.SIZE - LISTS_BITS))];
    }

    /**
     * Returns descriptions of the oldest running instances, the oldest first. The future completes when each of them
     * has had a turn.
     *
     * @param most the largest number of instances
     */
    public CompletableFuture<List<RunningInstance>> instances(int most) {
        List<CompletableFuture<RunningInstance>> all = new ArrayList<>();
        for (Instance instance : oldest(most)) {
            CompletableFuture<RunningInstance> description = new CompletableFuture<>();
            all.add(description);
            instance.handle(new Event.Describe(description));
        }
        return together(all).thenApply(none -> all.stream()
                .map(CompletableFuture::join)
                .filter(Objects::nonNull)
                .toList());
    }

    /**
     * Returns the description of the instance with a number; null when none is running. The future completes when the
     * instance has had a turn.
     */
    public CompletableFuture<RunningInstance> instance(long id) {
        Instance instance = list(id).find(id);
        if (instance == null) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<RunningInstance> description = new CompletableFuture<>();
        instance.handle(new Event.Describe(description));
        return description;
    }

    /** Returns the running instances with the lowest numbers, in the order of their numbers. */
    private List<Instance> oldest(int most) {
        List<Instance> all = new ArrayList<>();
        for (InstanceList list : instances) {
            all.addAll(list.snapshot(most));
        }
        all.sort(Comparator.comparingLong(Instance::id));
        return all.size() > most ? all.subList(0, most) : all;
    }

    private static CompletableFuture<Void> together(List<? extends CompletableFuture<?>> all) {
        return CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new));
    }

    /**
     * Ends an instance at once, without handlers. Its open requests are answered with the fault {@code terminated}.
     *
     * @return whether there was such an instance
     */
    public CompletableFuture<Boolean> endInstance(long id) {
        Instance instance = list(id).find(id);
        if (instance == null) {
            return CompletableFuture.completedFuture(false);
        }
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        instance.handle(new Event.Terminate(done));
        return done;
    }

    /**
     * Ends all instances of the deployments with a name at once, without handlers. Their open requests are answered
     * with the fault {@code terminated}.
     *
     * @return the number of these instances
     */
    public CompletableFuture<Integer> endInstances(String deployment) {
        return end(instance -> instance.deployment().name().equals(deployment));
    }

    /**
     * Ends all instances of the selected deployments at once, without handlers. Their open requests are answered with
     * the fault {@code terminated}.
     *
     * @return the number of these instances
     */
    public CompletableFuture<Integer> endInstances(Predicate<Deployment> deployments) {
        return end(instance -> deployments.test(instance.deployment()));
    }

    /** Ends the chosen instances, and returns how many of them were still running. */
    private CompletableFuture<Integer> end(Predicate<Instance> chosen) {
        List<CompletableFuture<Boolean>> all = new ArrayList<>();
        for (Instance instance : oldest(Integer.MAX_VALUE)) {
            if (chosen.test(instance)) {
                CompletableFuture<Boolean> done = new CompletableFuture<>();
                all.add(done);
                instance.handle(new Event.Terminate(done));
            }
        }
        return together(all).thenApply(none ->
                (int) all.stream().filter(CompletableFuture::join).count());
    }

    /** Returns whether the number of running instances has reached the limit, or the memory is short. */
    public boolean isFull() {
        return running.reaches(limits.instances()) || hasNoMemory();
    }

    /**
     * Sets the test whether the heap is nearly full. Then no instance starts beside others, so that those that run have
     * the rest. One that runs alone may start: it shows whether memory has become free. To be called before the first
     * instance starts.
     *
     * @param test called from any thread, for each start
     */
    public void startNoneWhile(BooleanSupplier test) {
        memoryShort = test;
    }

    private boolean hasNoMemory() {
        return memoryShort.getAsBoolean() && running.reaches(1);
    }

    /**
     * Sets a listener that is called at the end of each instance, on the thread of its worker. It must be fast and must
     * not throw.
     */
    public void whenPlaceFree(Runnable listener) {
        placeFree = listener;
    }

    /** Keeps the begin and end of ended instances from now on. To be called before the first instance starts. */
    public void keep(EndedInstances kept) {
        endedInstances = kept;
    }

    /** Returns the ended instances that are kept; null when none are. */
    public EndedInstances endedInstances() {
        return endedInstances;
    }

    /**
     * Sets the factory of outboxes. To be called before the first instance starts.
     *
     * @param made the factory, which gets the number of an instance; called from any thread
     */
    public void sendBy(LongFunction<Outbox> made) {
        outboxes = made;
    }

    /**
     * Sets the factory of recorders, so that instances are recorded, except those of batches. To be called before the
     * first instance starts.
     *
     * @param made the factory
     */
    public void recordBy(Recorders made) {
        recorders = made;
    }

    /** Returns the recorder of an instance that is about to start; null when the instance is not recorded. */
    Recorder recorder(Deployment deployment, long id) {
        return recorders.recorder(deployment, id);
    }

    /**
     * Recovers an instance from its records, so that it goes on after the last of them. Calls without a recorded answer
     * are sent again or fail, as the {@link Deployment} states. Replies are sent again unless a record shows that they were posted.
     *
     * <p>Instances must be recorded, and no message may arrive before all instances are recovered. The limits are not
     * checked.
     *
     * @param deployment the version of the process that has started it
     * @param worker the worker on which it goes on
     * @param id its number
     * @param records its records in their order; the first is its start, or a snapshot that replaces all earlier ones
     * @return the result, which is complete when the worker has run the recovery
     */
    public CompletableFuture<RecoveryResult> recover(
            Deployment deployment, Worker worker, long id, List<InstanceRecord> records) {
        InboundMessage start = records.get(0) instanceof InstanceRecord.Started started ? started.message() : null;
        long startBytes;
        if (start != null) {
            startBytes = start.weight();
        } else if (records.get(0) instanceof InstanceRecord.Snapshot snapshot) {
            startBytes = snapshot.startBytes();
        } else {
            throw new IllegalArgumentException(
                    "the first record of instance " + id + " is neither its start nor a snapshot: " + records.get(0));
        }
        holdAnyway(MemoryAccount.bytes(startBytes));
        running.addUnchecked(1);
        deployment.recovered();
        CompletableFuture<RecoveryResult> done = new CompletableFuture<>();
        boolean handed = false;
        try {
            Instance instance = start == null
                    ? new Instance(this, deployment, worker, startBytes, id)
                    : new Instance(this, deployment, worker, start, id, null);
            instance.recover(records, done);
            handed = true;
        } finally {
            if (!handed) {
                deployment.refused();
                running.subtract(1);
                letGo(MemoryAccount.bytes(startBytes));
            }
        }
        return done;
    }

    /**
     * Lets an instance record its state.
     *
     * @return whether a recovery needs no record from before; false if the instance must keep its records
     */
    public CompletableFuture<Boolean> snapshot(long id) {
        Instance instance = list(id).find(id);
        if (instance == null) {
            return CompletableFuture.completedFuture(true);
        }
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        instance.handle(new Event.Snapshot(done));
        return done;
    }

    /** Returns the numbers of the running instances. */
    public long[] ids() {
        return Stream.of(instances)
                .flatMap(list -> list.snapshot(Integer.MAX_VALUE).stream())
                .mapToLong(Instance::id)
                .sorted()
                .toArray();
    }

    /**
     * Returns the outbox of an instance that is about to start.
     *
     * @param recorder its recorder; null when the instance is not recorded
     */
    Outbox outbox(long id, Recorder recorder) {
        Outbox own = recorder == null ? null : recorder.outbox();
        return own == null ? outboxes.apply(id) : own;
    }

    /** Returns the number of instances that have not ended. */
    public int running() {
        return (int) running.get();
    }

    /**
     * Returns the estimated bytes of instances, of messages that wait for instances, and of answers on their way to
     * instances.
     */
    public long heldBytes() {
        return heldBytes.get() + waitingBytes.get();
    }

    /** Returns the name of the engine, which no other engine has. */
    String engine() {
        return engine;
    }

    /** Returns the limits of instances. */
    public KernelLimits limits() {
        return limits;
    }

    /** Returns the stage that calls partners. */
    public PartnerInvoker invoker() {
        return invoker;
    }

    /** Returns the clock of the engine. */
    public EngineClock clock() {
        return clock;
    }

    /** Returns the counters. */
    public Counters counters() {
        return counters;
    }

    /** Counts the outcome of an instance, and removes the instance from the accounts. */
    void ended(Instance instance, Fault fault) {
        // Counted first: a reader that sees no running instance also sees the outcome.
        counters.count(fault == null ? Counter.INSTANCES_COMPLETED : Counter.INSTANCES_FAULTED);
        left(instance);
    }

    /** Removes an instance that has ended from the accounts, and releases its bytes. */
    void left(Instance instance) {
        running.subtract(1);
        letGo(instance.memory().reserved());
        instance.deployment().ended();
        placeFree.run();
    }

    /**
     * Refuses a message for which no instance was found; never throws. A message without acknowledgement is counted.
     */
    void refuse(InboundMessage message, Fault fault) {
        try {
            if (message.receipt() != Receipt.NONE) {
                message.receipt().refused(fault);
            } else {
                countDropped(message);
                message.replyTo().fault(fault);
            }
        } catch (Throwable e) {
            failed(e);
        }
    }

    /** Counts a one-way message that no activity takes and whose sender does not learn of that. */
    void countDropped(InboundMessage message) {
        if (message.operation().isOneWay()) {
            counters.count(Counter.MESSAGES_DROPPED);
        }
    }

    /**
     * Counts and reports a Java exception or error of a worker thread; never throws. To be called when its cause is
     * dealt with.
     */
    public void failed(Throwable error) {
        counters.count(Counter.ERRORS);
        try {
            errorHandler.accept(error);
        } catch (Throwable e) {
            // The report needs memory or stack, which may be used up. The error was counted.
        }
    }
}
