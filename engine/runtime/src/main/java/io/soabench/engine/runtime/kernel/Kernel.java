package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.fault.StandardFault;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Creates instances, within a limit, and keeps the books. Thread-safe. */
public final class Kernel {
    private final int maxInstances;
    private final PartnerInvoker invoker;
    private final EngineClock clock;
    private final Counters counters;
    private final Consumer<Throwable> errorHandler;
    private final AtomicInteger running = new AtomicInteger();
    private volatile Runnable placeFree = () -> {};

    /**
     * A kernel without instances.
     *
     * @param maxInstances instances at once, at least 1
     * @param invoker the stage behind
     * @param clock the time
     * @param counters where it counts
     * @param errorHandler told of Java exceptions on worker threads
     */
    public Kernel(
            int maxInstances,
            PartnerInvoker invoker,
            EngineClock clock,
            Counters counters,
            Consumer<Throwable> errorHandler) {
        this.maxInstances = maxInstances;
        this.invoker = invoker;
        this.clock = clock;
        this.counters = counters;
        this.errorHandler = errorHandler;
    }

    /**
     * Gives a message to the running instance it is for, found by correlation values, or else to a new one.
     *
     * @return whether it was taken, see {@link #start}; true also when the client was told that no instance waits for it
     */
    public boolean accept(Deployment deployment, InboundMessage message, Worker worker) {
        ServiceOperation operation = message.operation();
        for (Route route : operation.routes()) {
            try {
                Instance instance = deployment.router().find(route.set(), route.read(message.parts()));
                if (instance != null) {
                    instance.deliver(message);
                    return true;
                }
            } catch (FaultException e) {
                message.replyTo().fault(e.fault());
                return true;
            }
        }
        if (deployment.program().uncorrelated().contains(operation.index())) {
            Instance instance = deployment.router().takeWaiting(operation.index());
            if (instance == null && !operation.createsInstance()) {
                // Nobody waits yet: the message waits at the instance that comes next.
                instance = deployment.router().oldest();
            }
            if (instance != null) {
                instance.deliver(message);
                return true;
            }
        }
        if (operation.createsInstance()) {
            return start(deployment, message, worker);
        }
        message.replyTo()
                .fault(StandardFault.CORRELATION_VIOLATION.because(
                        "No instance waits for a message of operation '" + operation.name() + "' with these values."));
        return true;
    }

    /**
     * Creates an instance for a message and lets a worker run it; runs it at once when called on that worker.
     *
     * @return false when the instance limit is reached, the worker has too much to do or the deployment is closed: the message
     *     is then untouched
     */
    public boolean start(Deployment deployment, InboundMessage message, Worker worker) {
        if (deployment.isClosed()) {
            return false;
        }
        if (running.incrementAndGet() > maxInstances) {
            running.decrementAndGet();
            return false;
        }
        Instance instance = new Instance(this, deployment, worker, message);
        deployment.started();
        if (worker.isCurrent()) {
            counters.count(Counter.INSTANCES_STARTED);
            instance.start();
            return true;
        }
        if (!worker.offer(instance::start)) {
            deployment.ended();
            running.decrementAndGet();
            return false;
        }
        counters.count(Counter.INSTANCES_STARTED);
        return true;
    }

    /** Whether as many instances run as may. */
    public boolean isFull() {
        return running.get() >= maxInstances;
    }

    /** Sets what is called whenever an instance has ended, on the thread of its worker: fast, and never throwing. */
    public void whenPlaceFree(Runnable listener) {
        placeFree = listener;
    }

    /** Instances that have not ended. */
    public int running() {
        return running.get();
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
        instance.deployment().ended();
        counters.count(outcome);
        placeFree.run();
    }

    void failed(Throwable error) {
        counters.count(Counter.ERRORS);
        errorHandler.accept(error);
    }
}
