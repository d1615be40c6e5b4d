package io.soabench.engine.runtime.kernel;

import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jctools.queues.MpscUnboundedArrayQueue;

/**
 * A kernel worker with a thread of its own, fed by a queue.
 *
 * <p>Assumes any number of producers. Guarantees that tasks run in the order in which one producer handed them over, and that
 * new instances are refused while more than a given number of tasks wait. Progress: handing over is lock-free and never waits;
 * continuations are bounded by the calls and alarms of admitted instances, not by this queue. The thread parks when there is
 * nothing to do.
 */
public final class KernelWorker implements Worker, AutoCloseable {
    private static final int CHUNK = 256;
    private static final long JOIN_MS = 1_000;

    private final MpscUnboundedArrayQueue<Runnable> queue = new MpscUnboundedArrayQueue<>(CHUNK);
    private final AtomicInteger waitingStarts = new AtomicInteger();
    private final TreeSet<Timer> timers = new TreeSet<>();
    private final EngineClock clock;
    private final int capacity;
    private final Consumer<Throwable> failures;
    private final Thread thread;
    private long timerCount;
    private volatile boolean parked;
    private volatile boolean closed;

    /**
     * A worker whose thread is started.
     *
     * @param name of the thread
     * @param capacity new instances that may wait
     * @param clock the time
     * @param failures told of everything that a task throws; the worker goes on
     */
    public KernelWorker(String name, int capacity, EngineClock clock, Consumer<Throwable> failures) {
        this.capacity = capacity;
        this.clock = clock;
        this.failures = failures;
        this.thread = new Thread(this::run, name);
        this.thread.setDaemon(true);
        this.thread.start();
    }

    /** An alarm; leaves the worker when it is cancelled, and what it would have run with it. */
    private final class Timer implements Comparable<Timer>, Alarm {
        private final Runnable task;
        private final long dueNs;
        private final long order;

        Timer(Runnable task, long dueNs, long order) {
            this.task = task;
            this.dueNs = dueNs;
            this.order = order;
        }

        @Override
        public int compareTo(Timer other) {
            long difference = dueNs - other.dueNs;
            return difference == 0 ? Long.compare(order, other.order) : Long.signum(difference);
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(order);
        }

        @Override
        public void cancel() {
            timers.remove(this);
        }
    }

    @Override
    public boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    @Override
    public void execute(Runnable task) {
        queue.offer(task);
        if (parked) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public boolean offer(Runnable task) {
        if (waitingStarts.incrementAndGet() > capacity) {
            waitingStarts.decrementAndGet();
            return false;
        }
        execute(() -> {
            waitingStarts.decrementAndGet();
            task.run();
        });
        return true;
    }

    @Override
    public Alarm schedule(Runnable task, long delayNs) {
        // Half of what a long holds, so that times can be compared by their difference.
        Timer timer = new Timer(task, clock.nanoTime() + Math.min(delayNs, Long.MAX_VALUE / 2), timerCount++);
        timers.add(timer);
        return timer;
    }

    /** Tasks that wait. */
    public int queued() {
        return queue.size();
    }

    /** Alarms that are set; for the worker's own thread. */
    int alarms() {
        return timers.size();
    }

    private void run() {
        while (!closed) {
            try {
                turn();
            } catch (Throwable e) {
                // Tasks end what they fail for themselves; whatever is left must not end the thread that others need.
                tell(e);
            }
        }
    }

    private void tell(Throwable error) {
        try {
            failures.accept(error);
        } catch (Throwable e) {
            // There is nobody else to be told.
        }
    }

    private void turn() {
        Runnable task = queue.poll();
        if (task != null) {
            task.run();
        }
        long untilNs = timers.isEmpty() ? Long.MAX_VALUE : runTimers();
        if (task == null && untilNs > 0) {
            park(untilNs);
        }
    }

    /**
     * Runs what is due now; returns the time until the next, or {@link Long#MAX_VALUE}. What becomes due meanwhile comes after the
     * queue has had its turn: an alarm whose task takes longer than its period must not keep the worker to itself.
     */
    private long runTimers() {
        long nowNs = clock.nanoTime();
        long newest = timerCount;
        while (!timers.isEmpty()) {
            Timer next = timers.first();
            long untilNs = next.dueNs - nowNs;
            if (untilNs <= 0 && next.order >= newest) {
                return 0;
            }
            if (untilNs > 0) {
                return untilNs;
            }
            timers.pollFirst();
            next.task.run();
        }
        return Long.MAX_VALUE;
    }

    private void park(long atMostNs) {
        parked = true;
        // A producer either sees that we are parked, or has put its task in before we look again.
        if (queue.isEmpty() && !closed) {
            if (atMostNs == Long.MAX_VALUE) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, atMostNs);
            }
        }
        parked = false;
    }

    /** Stops the thread after the task it runs; what waits is not run. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        if (isCurrent()) {
            return;
        }
        try {
            thread.join(JOIN_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
