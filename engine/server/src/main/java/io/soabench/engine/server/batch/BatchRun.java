package io.soabench.engine.server.batch;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.kernel.Deployment;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.Kernel;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.server.counters.CounterValue;
import io.soabench.engine.server.counters.PoolCounters;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/**
 * A running batch. Its window consists of {@link BatchSlot slots}, which are spread over the lanes and take the next
 * instances from one counter. Thread-safe. Its memory does not grow with the number of instances.
 */
public final class BatchRun {
    private static final int SHOWN_CHARS = 2_000;
    private static final long CHECK_MS = 10;
    private static final long ASK_AGAIN_MS = 100;

    /**
     * The time in nanoseconds in which at least one of the instances that are ended must end. Otherwise the threads that
     * run them are stuck, and the batch does not wait for them.
     */
    private static final long STUCK_NS = TimeUnit.SECONDS.toNanos(10);

    private final long instances;
    private final ServiceOperation operation;
    private final InputTemplate template;
    private final EngineClock clock;
    private final List<BatchSlot> slots = new ArrayList<>();
    private final List<BatchLane> lanes;
    private final List<LoopbackPartners> partners = new ArrayList<>();
    private final Queue<BatchSlot> refused = new ConcurrentLinkedQueue<>();
    private final AtomicInteger slotsLeft;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicReference<End> end = new AtomicReference<>(End.WHOLE);
    private final AtomicReference<List<Element>> firstReply = new AtomicReference<>();
    private final AtomicReference<String> firstFault = new AtomicReference<>();
    private final PoolCounters counters;
    private Usage before;
    private Map<String, CounterValue> countedBefore;
    private long startNs;
    private volatile boolean stopped;
    private volatile long endNs;

    /** The number of instances that could not be ended. */
    private volatile long stillRunning;

    /** The kinds of ends of a batch. */
    public enum End {
        /** All instances have ended. */
        WHOLE,
        /** A client has cancelled the batch. */
        CANCELLED,
        /** The batch exceeded its time limit. */
        TIMED_OUT,
        /** The process of the batch was undeployed. */
        UNDEPLOYED,
        /** The engine failed. */
        BROKEN
    }

    /**
     * Makes a batch that has not started.
     *
     * @param answers the answers of partners inside the engine; null if the real ones are called
     * @param counters the performance counters of its threads, chosen by a client
     * @param window the number of instances at once, on all lanes together
     */
    BatchRun(
            Deployment deployment,
            ServiceOperation operation,
            InputTemplate template,
            LoopbackAnswers answers,
            List<BatchLane> lanes,
            long instances,
            int window,
            PoolCounters counters,
            EngineClock clock) {
        this.counters = counters;
        this.instances = instances;
        this.operation = operation;
        this.template = template;
        this.clock = clock;
        this.lanes = lanes;
        int size = (int) Math.min(instances, Math.max(1, window));
        BatchNumbers numbers = new BatchNumbers(instances, size);
        List<Deployment> deployments = new ArrayList<>();
        for (BatchLane lane : lanes) {
            if (answers == null) {
                deployments.add(deployment);
            } else {
                LoopbackPartners own = new LoopbackPartners(deployment.program().consumed(), answers, lane.calls());
                partners.add(own);
                deployments.add(deployment.apart(own));
            }
        }
        for (int i = 0; i < size; i++) {
            // Slots of a lane follow each other in memory, so that threads of two lanes seldom write one cache line.
            int lane = (int) ((long) i * lanes.size() / size);
            slots.add(new BatchSlot(this, numbers.new Range(), lanes.get(lane), deployments.get(lane)));
        }
        slotsLeft = new AtomicInteger(size);
    }

    /** Starts the batch; returns at once. */
    void start() {
        countedBefore = counters.total();
        before = Usage.now();
        startNs = clock.nanoTime();
        slots.forEach(BatchSlot::next);
    }

    /**
     * Waits for the end of the batch. When the time limit is over or the batch is stopped, instances that still run are
     * ended without handlers. The batch does not wait for instances that cannot be ended, see
     * {@link BatchOutcome#stillRunning}.
     *
     * @param timeoutMs the time limit in milliseconds
     * @param clientGone the test whether the client has gone, repeated all the time
     * @throws InterruptedException if the engine stops
     */
    BatchOutcome await(long timeoutMs, BooleanSupplier clientGone) throws InterruptedException {
        try {
            if (!awaitStop(timeoutMs, clientGone)) {
                stop(End.TIMED_OUT);
            }
            if (stopped) {
                endRunning();
            }
        } catch (InterruptedException e) {
            stop(End.CANCELLED);
            throw e;
        }
        return outcome();
    }

    /** Returns whether the batch has ended or was stopped within the time limit. */
    private boolean awaitStop(long timeoutMs, BooleanSupplier clientGone) throws InterruptedException {
        long untilNs = clock.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        while (!stopped && clock.nanoTime() - untilNs < 0) {
            if (ended.await(CHECK_MS, TimeUnit.MILLISECONDS)) {
                return true;
            }
            if (clientGone.getAsBoolean()) {
                stop(End.CANCELLED);
            }
            tryAgain();
        }
        return stopped;
    }

    private void endRunning() throws InterruptedException {
        Set<Deployment> own = Collections.newSetFromMap(new IdentityHashMap<>());
        slots.forEach(slot -> own.add(slot.deployment()));
        Set<Kernel> kernels = Collections.newSetFromMap(new IdentityHashMap<>());
        lanes.forEach(lane -> kernels.add(lane.kernel()));
        int left = slotsLeft.get();
        long sinceNs = clock.nanoTime();
        do {
            tryAgain();
            for (Kernel kernel : kernels) {
                CompletableFuture<Integer> asked = kernel.endInstances(own::contains);
                if (asked.isCompletedExceptionally()) {
                    asked.join();
                }
            }
            if (ended.await(ASK_AGAIN_MS, TimeUnit.MILLISECONDS)) {
                return;
            }
            int now = slotsLeft.get();
            if (now != left) {
                left = now;
                sinceNs = clock.nanoTime();
            }
        } while (clock.nanoTime() - sinceNs < STUCK_NS);
        stillRunning = left;
    }

    /** Returns the intermediate result. */
    BatchOutcome outcome() {
        Usage now = Usage.now();
        Map<String, CounterValue> counted = new LinkedHashMap<>();
        counters.total().forEach((event, value) -> counted.put(event, value.since(countedBefore.get(event))));
        long completed = 0;
        long faulted = 0;
        for (BatchSlot slot : slots) {
            completed += slot.completed();
            faulted += slot.faulted();
        }
        List<Element> reply = firstReply.get();
        return new BatchOutcome(
                instances,
                completed,
                faulted,
                (ended.getCount() == 0 ? endNs : clock.nanoTime()) - startNs,
                before.cpuNs() < 0 ? -1 : now.cpuNs() - before.cpuNs(),
                now.gcCount() - before.gcCount(),
                now.gcMs() - before.gcMs(),
                counted,
                partners.stream().mapToLong(LoopbackPartners::calls).sum(),
                partners.stream().mapToLong(LoopbackPartners::lost).sum(),
                stillRunning,
                end.get(),
                reply == null ? null : shown(reply),
                firstFault.get());
    }

    private static String shown(List<Element> parts) {
        StringBuilder text = new StringBuilder();
        for (Element part : parts) {
            text.append(part == null ? "" : part);
        }
        return text.length() > SHOWN_CHARS ? text.substring(0, SHOWN_CHARS) + "…" : text.toString();
    }

    /** Starts no more instances; {@link #await} ends the running ones. */
    void stop(End why) {
        if (ended.getCount() == 0) {
            return;
        }
        end.compareAndSet(End.WHOLE, why);
        stopped = true;
    }

    boolean isStopped() {
        return stopped;
    }

    /** Notes that the engine had no room for the instance of a slot. It is started later. */
    void retryLater(BatchSlot slot) {
        refused.add(slot);
    }

    private void tryAgain() {
        for (int i = refused.size(); i > 0; i--) {
            BatchSlot slot = refused.poll();
            if (slot != null) {
                slot.next();
            }
        }
    }

    /** Notes that a slot has run its last instance. */
    void done() {
        if (slotsLeft.decrementAndGet() == 0) {
            endNs = clock.nanoTime();
            ended.countDown();
        }
    }

    void broken(Throwable error) {
        firstFault.compareAndSet(null, "The engine failed: " + error);
        stop(End.BROKEN);
    }

    void replied(List<Element> parts) {
        if (firstReply.get() == null) {
            firstReply.compareAndSet(null, parts);
        }
    }

    void faulted(Fault fault) {
        if (firstFault.get() == null) {
            firstFault.compareAndSet(null, fault.name() + ": " + fault.reason());
        }
    }

    ServiceOperation operation() {
        return operation;
    }

    InputTemplate template() {
        return template;
    }
}
