package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.fault.StandardFault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/** Creates instances, within limits, and keeps the books. Thread-safe. */
public final class Kernel {
    private final KernelLimits limits;
    private final PartnerInvoker invoker;
    private final EngineClock clock;
    private final Counters counters;
    private final Consumer<Throwable> errorHandler;
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicLong messageBytes = new AtomicLong();
    private final AtomicLong lastId = new AtomicLong();
    private final ConcurrentMap<Worker, WorkerInstances> instances = new ConcurrentHashMap<>();
    private volatile Runnable placeFree = () -> {};

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
        this.limits = limits;
        this.invoker = invoker;
        this.clock = clock;
        this.counters = counters;
        this.errorHandler = errorHandler;
    }

    /**
     * Gives a message to the running instance it is for, found by correlation values, or else to a new one.
     *
     * @return whether it was taken, see {@link #start}; true also when the client was told that no instance waits for it; false
     *     also when too many bytes of messages wait at the instance, or at all instances
     */
    public boolean accept(Deployment deployment, InboundMessage message, Worker worker) {
        ServiceOperation operation = message.operation();
        InboundMessage meant = message;
        Instance instance;
        try {
            instance = find(deployment, message);
            // Instances of the versions that the deployment has replaced, the youngest first.
            for (Deployment older = deployment.older(); instance == null && older != null; older = older.older()) {
                ServiceOperation same = older.program().like(operation);
                if (same != null) {
                    meant = new InboundMessage(same, message.parts(), message.replyTo(), message.addressing());
                    instance = find(older, meant);
                }
            }
        } catch (FaultException e) {
            message.replyTo().fault(e.fault());
            return true;
        }
        if (instance != null) {
            return deliver(instance, meant);
        }
        if (operation.createsInstance()) {
            return start(deployment, message, worker);
        }
        message.replyTo()
                .fault(StandardFault.CORRELATION_VIOLATION.because(
                        "No instance waits for a message of operation '" + operation.name() + "' with these values."));
        return true;
    }

    /** The instance that a message is for; null when there is none. */
    private static Instance find(Deployment deployment, InboundMessage message) {
        ServiceOperation operation = message.operation();
        for (Route route : operation.routes()) {
            Instance instance = deployment.router().find(route.set(), route.read(message.parts()));
            if (instance != null) {
                return instance;
            }
        }
        if (!deployment.program().uncorrelated().contains(operation.index())) {
            return null;
        }
        Instance instance = deployment.router().takeWaiting(operation.index());
        // Nobody waits yet: the message waits at the instance that comes next.
        return instance == null && !operation.createsInstance()
                ? deployment.router().oldest()
                : instance;
    }

    private boolean deliver(Instance instance, InboundMessage message) {
        long bytes = message.weight();
        if (!instance.reserve(bytes, limits.instanceBytes())) {
            return false;
        }
        if (!hold(bytes)) {
            instance.release(bytes);
            return false;
        }
        instance.deliver(message);
        return true;
    }

    /** Notes bytes of messages that are kept; false when that is too much. One message alone is never too much. */
    private boolean hold(long bytes) {
        long after = messageBytes.addAndGet(bytes);
        if (after > limits.messageBytes() && after > bytes) {
            messageBytes.addAndGet(-bytes);
            return false;
        }
        return true;
    }

    void letGo(long bytes) {
        messageBytes.addAndGet(-bytes);
    }

    /**
     * Creates an instance for a message and lets a worker run it; runs it at once when called on that worker.
     *
     * @return false when the instance limit is reached, the messages of running instances take too many bytes, the worker has too
     *     much to do or the deployment is closed: the message is then untouched
     */
    public boolean start(Deployment deployment, InboundMessage message, Worker worker) {
        if (deployment.isClosed()) {
            return false;
        }
        long bytes = message.weight();
        if (!hold(bytes)) {
            return false;
        }
        if (running.incrementAndGet() > limits.instances()) {
            running.decrementAndGet();
            letGo(bytes);
            return false;
        }
        Instance instance = new Instance(this, deployment, worker, message, lastId.incrementAndGet());
        deployment.started();
        if (worker.isCurrent()) {
            counters.count(Counter.INSTANCES_STARTED);
            instance.start();
            return true;
        }
        if (!worker.offer(instance::start)) {
            deployment.ended();
            running.decrementAndGet();
            letGo(bytes);
            return false;
        }
        counters.count(Counter.INSTANCES_STARTED);
        return true;
    }

    /** The instances of a worker; for that worker alone. */
    WorkerInstances of(Worker worker) {
        WorkerInstances found = instances.get(worker);
        return found == null ? instances.computeIfAbsent(worker, key -> new WorkerInstances()) : found;
    }

    /**
     * The instances that run, those of one worker after those of another; complete when every worker has had the time to tell.
     *
     * @param most how many of each worker
     */
    public CompletableFuture<List<RunningInstance>> instances(int most) {
        return onEveryWorker(
                list -> list.snapshot(most).stream().map(Instance::describe).toList());
    }

    /**
     * Ends an instance at once, without handlers; its open requests get the fault {@code terminated}.
     *
     * @return whether there was one
     */
    public CompletableFuture<Boolean> endInstance(long id) {
        return end(instance -> instance.id() == id).thenApply(count -> count > 0);
    }

    /**
     * Ends all instances of deployments of a name at once, without handlers; their open requests get the fault {@code terminated}.
     *
     * @return how many there were
     */
    public CompletableFuture<Integer> endInstances(String deployment) {
        return end(instance -> instance.deployment().name().equals(deployment));
    }

    private CompletableFuture<Integer> end(Predicate<Instance> chosen) {
        return onEveryWorker(list -> {
                    List<Long> ended = new ArrayList<>();
                    for (Instance instance : list.snapshot(Integer.MAX_VALUE)) {
                        if (chosen.test(instance)) {
                            instance.terminate();
                            ended.add(instance.id());
                        }
                    }
                    return ended;
                })
                .thenApply(List::size);
    }

    private <T> CompletableFuture<List<T>> onEveryWorker(Function<WorkerInstances, List<T>> task) {
        CompletableFuture<List<T>> all = CompletableFuture.completedFuture(List.of());
        for (Map.Entry<Worker, WorkerInstances> entry : instances.entrySet()) {
            CompletableFuture<List<T>> some = new CompletableFuture<>();
            entry.getKey().execute(() -> {
                try {
                    some.complete(task.apply(entry.getValue()));
                } catch (RuntimeException | Error e) {
                    some.completeExceptionally(e);
                }
            });
            all = all.thenCombine(some, (before, more) -> {
                List<T> both = new ArrayList<>(before);
                both.addAll(more);
                return both;
            });
        }
        return all;
    }

    /** Whether as many instances run as may. */
    public boolean isFull() {
        return running.get() >= limits.instances();
    }

    /** Sets what is called whenever an instance has ended, on the thread of its worker: fast, and never throwing. */
    public void whenPlaceFree(Runnable listener) {
        placeFree = listener;
    }

    /** Instances that have not ended. */
    public int running() {
        return running.get();
    }

    /** Estimated bytes of the messages that started the instances which run, and of those that wait at instances. */
    public long messageBytes() {
        return messageBytes.get();
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

    void ended(Instance instance, Counter outcome) {
        running.decrementAndGet();
        letGo(instance.startBytes());
        instance.deployment().ended();
        counters.count(outcome);
        placeFree.run();
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
