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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The registry of instances: it starts them within the configured limits and tracks their resources. Thread-safe.
 */
public final class Kernel {
    private static final int LISTS_BITS = 4;

    /** More than the threads that often start instances at the same time. */
    private static final int LISTS = 1 << LISTS_BITS;

    private final KernelLimits limits;
    private final PartnerInvoker invoker;
    private final EngineClock clock;
    private final Counters counters;
    private final Consumer<Throwable> errorHandler;
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicLong heldBytes = new AtomicLong();
    private final AtomicLong waitingBytes = new AtomicLong();
    private final LongSupplier ids;
    private final String engine;
    private final InstanceList[] instances = new InstanceList[LISTS];
    private volatile Runnable placeFree = () -> {};
    private LongFunction<Outbox> outboxes = id -> Outbox.DIRECT;
    private Recorders recorders = (deployment, id) -> null;

    /**
     * A kernel without instances.
     *
     * @param limits what instances may take
     * @param invoker the stage behind
     * @param clock the time
     * @param counters where it counts
     * @param errorHandler told of Java exceptions and errors on worker threads
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
     * A kernel without instances, one of several.
     *
     * @param limits what instances may take
     * @param invoker the stage behind
     * @param clock the time
     * @param counters where it counts
     * @param errorHandler told of Java exceptions and errors on worker threads
     * @param ids gives each instance a number that no other one has, those of other kernels included; from any thread
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
     * A kernel without instances, one of several of an engine that has a name.
     *
     * @param limits what instances may take
     * @param invoker the stage behind
     * @param clock the time
     * @param counters where it counts
     * @param errorHandler told of Java exceptions and errors on worker threads
     * @param ids gives each instance a number that no other one has, those of other kernels included; from any thread
     * @param engine a name that no other engine has, of letters, digits and hyphens
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
        /** Returns the recorder of an instance that is about to start, from any thread; null when it is not recorded. */
        Recorder recorder(Deployment deployment, long id);
    }

    /** What became of a message that was offered to the instances which run. */
    public enum Delivery {
        /** It is on its way to an instance, or its sender was told why none can have it. */
        TAKEN,
        /** Too many bytes of messages wait at the instance, or at all instances. */
        REFUSED,
        /** It is for none of them. */
        NOBODY
    }

    /**
     * Gives a message to the running instance it is for, found by correlation values, or else to a new one.
     *
     * @return false as of {@link #start}, also when too many bytes of messages wait at the instance, or at all instances: the message is
     *     then untouched. True otherwise: the message's {@link InboundMessage#receipt() receipt} says, now or later, whether an instance has it
     */
    public boolean accept(Deployment deployment, InboundMessage message, Worker worker) {
        return accept(deployment, message, worker, 0);
    }

    /**
     * The same of a message that may have waited for instances to begin.
     *
     * @param round how often
     */
    boolean accept(Deployment deployment, InboundMessage message, Worker worker, int round) {
        Deployment newest = deployment.newest();
        if (newest == deployment) {
            // Another version may have taken its place meanwhile, and it starts no instances any more.
            return acceptHere(deployment, message, worker, round)
                    || (deployment.newest() != deployment && accept(deployment, message, worker, round));
        }
        ServiceOperation same = newest.program().counterpart(message.operation());
        return same == null
                ? acceptHere(deployment, message, worker, round)
                : accept(newest, message.of(same), worker, round);
    }

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

    /** Lets a message wait until the instances have begun that were created before it came. */
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
        // The last of them may have begun meanwhile.
        starts.releaseReady();
        return true;
    }

    /** Starts an instance unless another message is about to start one that this message may be for: it waits then. */
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

    /** Starts the instance of a meeting that a message has opened. The meeting is over when it starts none, whatever happens. */
    private boolean startFor(
            StartRendezvous.Reservation reservation, Deployment deployment, InboundMessage message, Worker worker) {
        boolean started = false;
        try {
            // Another one may have ended since it was looked for.
            Delivery delivery = offer(deployment, message);
            started = delivery == Delivery.NOBODY && start(deployment, message, worker, reservation);
            return started || delivery == Delivery.TAKEN;
        } finally {
            if (!started) {
                reservation.end();
            }
        }
    }

    /** Gives a message to the running instance it is for, if there is one; never starts one. */
    public Delivery offer(Deployment deployment, InboundMessage message) {
        ServiceOperation operation = message.operation();
        try {
            Delivery delivery = offerHere(deployment, message);
            // Instances of the versions that the deployment has replaced, the youngest first.
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
     * The same among the instances of one version.
     *
     * @throws FaultException selectionFailure when values are missing
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
            // Nobody waits yet: the message waits at the instance that comes next.
            instance = operation.createsInstance() ? null : router.oldest();
        }
        if (instance == null) {
            return Delivery.NOBODY;
        }
        return deliver(instance, message) ? Delivery.TAKEN : Delivery.REFUSED;
    }

    /** Whether a message may be for an instance that runs, so that it is worth asking for it. */
    public static boolean mayBeAwaited(Deployment deployment, ServiceOperation operation) {
        return !operation.createsInstance()
                || !operation.routes().isEmpty()
                || deployment.program().uncorrelated().contains(operation.index());
    }

    /**
     * A number that all messages have in common which may start the same instance: of the values of the first correlation set that
     * the operation can find an instance by. Messages without such values have nothing in common.
     */
    public static OptionalInt startHash(InboundMessage message) {
        for (Route route : message.operation().routes()) {
            try {
                return OptionalInt.of(route.read(message.parts()).hashCode());
            } catch (FaultException e) {
                // The kernel that gets the message tells its sender.
                return OptionalInt.empty();
            }
        }
        return OptionalInt.empty();
    }

    /**
     * The instance with the values of a message. Where several sets lead to instances, a message may lack values of one of them.
     *
     * @throws FaultException selectionFailure when there is none, and values are missing
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

    /** The instance may be of another kernel: that one keeps the message, and the book of it. See {@link PartnerCall#callBack}. */
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

    /** Hands over a message whose bytes are reserved to the instance whose place it has taken. */
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

    /** Notes bytes of a message on its way to an instance; false when too many wait there or at all instances of its kernel. */
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

    /** Notes bytes of a message on its way to an instance, whatever there is room for. */
    static void reserveAnyway(Instance instance, long bytes) {
        instance.pendingMessages().reserve(bytes, Long.MAX_VALUE);
        instance.kernel().waitingBytes.addAndGet(bytes);
    }

    /** Takes back {@link #reserve}. */
    private static void release(Instance instance, long bytes) {
        instance.pendingMessages().release(bytes);
        instance.kernel().letGoWaiting(bytes);
    }

    /** Adds bytes; false when there are more than that then. One message alone is never too much. */
    private static boolean hold(AtomicLong all, long bytes, long most) {
        long after = all.addAndGet(bytes);
        if (after > most && after > bytes) {
            all.addAndGet(-bytes);
            return false;
        }
        return true;
    }

    /** Notes bytes of a message that waits; false when too many wait. */
    private boolean holdWaiting(long bytes) {
        return hold(waitingBytes, bytes, limits.waitingBytes());
    }

    void letGoWaiting(long bytes) {
        waitingBytes.addAndGet(-bytes);
    }

    /** Notes bytes of an answer to an instance that runs, or of its values; false when there is no room. From any thread. */
    boolean holdForRunning(long bytes) {
        return hold(heldBytes, bytes, limits.runningBytes());
    }

    /** Notes bytes that an instance holds, whatever there is room for. */
    void holdAnyway(long bytes) {
        heldBytes.addAndGet(bytes);
    }

    void letGo(long bytes) {
        heldBytes.addAndGet(-bytes);
    }

    /**
     * Creates an instance for a message and lets a worker run it; runs it at once when called on a free thread of that worker.
     *
     * @return false when the instance limit is reached, what the instances hold takes too many bytes, the worker has too
     *     much to do or the deployment is closed: the message is then untouched. True otherwise: the message's receipt says, now or later,
     *     whether an activity has taken it
     */
    public boolean start(Deployment deployment, InboundMessage message, Worker worker) {
        return start(deployment, message, worker, null);
    }

    private boolean start(
            Deployment deployment, InboundMessage message, Worker worker, StartRendezvous.Reservation reservation) {
        long bytes = MemoryAccount.bytes(message.weight());
        if (!hold(heldBytes, bytes, limits.messageBytes())) {
            return false;
        }
        if (running.incrementAndGet() > limits.instances() || !deployment.started()) {
            running.decrementAndGet();
            letGo(bytes);
            return false;
        }
        boolean started = false;
        try {
            started = new Instance(this, deployment, worker, message, ids.getAsLong(), reservation).start();
            return started;
        } finally {
            // Refused, or an error: the instance never runs.
            if (!started) {
                deployment.refused();
                running.decrementAndGet();
                letGo(bytes);
            }
        }
    }

    /** Where an instance is listed while it runs. */
    InstanceList list(long id) {
        return instances[(int) (InstanceList.spread(id) >>> (Long.SIZE - LISTS_BITS))];
    }

    /**
     * The instances that run, the oldest first; complete when each of them has had its turn to tell.
     *
     * @param most how many
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

    /** An instance that runs; null when there is none of that number. Complete when it has had its turn to tell. */
    public CompletableFuture<RunningInstance> instance(long id) {
        Instance instance = list(id).find(id);
        if (instance == null) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<RunningInstance> description = new CompletableFuture<>();
        instance.handle(new Event.Describe(description));
        return description;
    }

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
     * Ends an instance at once, without handlers; its open requests get the fault {@code terminated}.
     *
     * @return whether there was one
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
     * Ends all instances of deployments of a name at once, without handlers; their open requests get the fault {@code terminated}.
     *
     * @return how many there were
     */
    public CompletableFuture<Integer> endInstances(String deployment) {
        return end(instance -> instance.deployment().name().equals(deployment));
    }

    /**
     * Ends all instances of some deployments at once, without handlers; their open requests get the fault {@code terminated}.
     *
     * @return how many there were
     */
    public CompletableFuture<Integer> endInstances(Predicate<Deployment> deployments) {
        return end(instance -> deployments.test(instance.deployment()));
    }

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

    /** Whether as many instances run as may. */
    public boolean isFull() {
        return running.get() >= limits.instances();
    }

    /** Sets what is called whenever an instance has ended, on the thread of its worker: fast, and never throwing. */
    public void whenPlaceFree(Runnable listener) {
        placeFree = listener;
    }

    /**
     * Sets the way of what instances do to the world outside; to be called before the first one starts.
     *
     * @param made makes the outbox of an instance, which has that number; from any thread
     */
    public void sendBy(LongFunction<Outbox> made) {
        outboxes = made;
    }

    /**
     * Has instances recorded, those of batches excepted; to be called before the first one starts.
     *
     * @param made makes the recorders of instances
     */
    public void recordBy(Recorders made) {
        recorders = made;
    }

    /** Returns the recorder of an instance that is about to start; null when it is not recorded. */
    Recorder recorder(Deployment deployment, long id) {
        return recorders.recorder(deployment, id);
    }

    /**
     * Makes an instance anew of the records of an earlier life of it: it goes on where they end. Calls that no record has answered are
     * made again, and replies that no record says were posted are given again. Instances must be recorded, and no message may come for
     * them before all are made. Limits do not count.
     *
     * @param deployment the version that has started it
     * @param worker where it goes on
     * @param id its number
     * @param records all of them, in their order; the first is its start
     * @return how that has ended, when the worker has come to it
     */
    public CompletableFuture<RecoveryResult> recover(
            Deployment deployment, Worker worker, long id, List<InstanceRecord> records) {
        if (!(records.get(0) instanceof InstanceRecord.Started started)) {
            throw new IllegalArgumentException(
                    "the first record of instance " + id + " is no start: " + records.get(0));
        }
        holdAnyway(MemoryAccount.bytes(started.message().weight()));
        running.incrementAndGet();
        deployment.recovered();
        CompletableFuture<RecoveryResult> done = new CompletableFuture<>();
        boolean handed = false;
        try {
            new Instance(this, deployment, worker, started.message(), id, null).recover(records, done);
            handed = true;
        } finally {
            if (!handed) {
                deployment.refused();
                running.decrementAndGet();
                letGo(MemoryAccount.bytes(started.message().weight()));
            }
        }
        return done;
    }

    /**
     * Returns the outbox of an instance that is about to start.
     *
     * @param recorder its recorder; null when it is not recorded
     */
    Outbox outbox(long id, Recorder recorder) {
        Outbox own = recorder == null ? null : recorder.outbox();
        return own == null ? outboxes.apply(id) : own;
    }

    /** Instances that have not ended. */
    public int running() {
        return running.get();
    }

    /** Estimated bytes of what the instances hold, of the messages that wait for them and of answers on their way to them. */
    public long heldBytes() {
        return heldBytes.get() + waitingBytes.get();
    }

    /** The name of the engine, which no other engine has. */
    String engine() {
        return engine;
    }

    /** What instances may take. */
    public KernelLimits limits() {
        return limits;
    }

    /** The stage behind. */
    public PartnerInvoker invoker() {
        return invoker;
    }

    /** The time. */
    public EngineClock clock() {
        return clock;
    }

    /** Where it counts. */
    public Counters counters() {
        return counters;
    }

    void ended(Instance instance, Fault fault) {
        // Counted first, so that who sees that nothing runs sees how it ended.
        counters.count(fault == null ? Counter.INSTANCES_COMPLETED : Counter.INSTANCES_FAULTED);
        left(instance);
    }

    /** An instance runs no more: it gives back what it has. */
    void left(Instance instance) {
        running.decrementAndGet();
        letGo(instance.memory().reserved());
        instance.deployment().ended();
        placeFree.run();
    }

    /**
     * Tells the sender of a message for which no instance was found that none takes it; never throws. A message whose sender hears
     * nothing is counted.
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

    /** Counts a message that nobody takes and whose sender does not hear of that. */
    void countDropped(InboundMessage message) {
        if (message.operation().isOneWay()) {
            counters.count(Counter.MESSAGES_DROPPED);
        }
    }

    /** Counts and tells a Java exception or error of a worker thread; never throws. Called when its cause was put aside. */
    public void failed(Throwable error) {
        counters.count(Counter.ERRORS);
        try {
            errorHandler.accept(error);
        } catch (Throwable e) {
            // Telling needs memory or stack, of which there may be none; it was counted.
        }
    }
}
