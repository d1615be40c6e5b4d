package io.soabench.engine.runtime.scheduling;

import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.Instance;
import io.soabench.engine.runtime.kernel.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * The policy {@code task}: workers take units of work, not instances, from one priority queue with deadlines. No
 * instance belongs to a worker.
 *
 * <p>A unit is the next activity of an instance with what follows from its end, or an event of the instance. The units
 * of one instance are never done at the same time, so the queue contains only the first of them.
 *
 * <p>Thread-safe. Source: F12, section III.
 */
public final class TaskScheduler implements Scheduler {
    private static final long JOIN_MS = 1_000;

    private final Pool pool = new Pool();
    private final AtomicInteger waitingStarts = new AtomicInteger();
    private final List<Thread> threads = new ArrayList<>();
    private final WorkQueue queue;
    private final int capacity;
    private final EngineClock clock;
    private final Deadlines deadlines;
    private final Consumer<Throwable> failures;

    /**
     * Creates a policy and starts its threads.
     *
     * @param count the number of workers, at least 1
     * @param threads the factory of threads
     * @param capacity the number of new instances that may wait
     * @param clock the clock of the engine
     * @param deadlines the deadlines, which order the units
     * @param failures the receiver of all errors on the threads
     */
    public TaskScheduler(
            int count,
            ThreadFactory threads,
            int capacity,
            EngineClock clock,
            Deadlines deadlines,
            Consumer<Throwable> failures) {
        this.queue = new WorkQueue(clock);
        this.capacity = capacity;
        this.clock = clock;
        this.deadlines = deadlines;
        this.failures = failures;
        for (int i = 0; i < count; i++) {
            Thread thread = threads.newThread(this::work);
            this.threads.add(thread);
            thread.start();
        }
    }

    /** The worker that stands for all threads: the first thread that is free takes the next unit. */
    private final class Pool implements Worker {
        @Override
        public boolean enter() {
            // All units go through the queue.
            return false;
        }

        @Override
        public void leave() {
            throw new IllegalStateException("nobody enters");
        }

        @Override
        public void ready(Instance instance) {
            put(() -> instance.turn(this), deadlines.eventNs());
        }

        @Override
        public void giveWay(Instance instance) {
            put(() -> instance.turn(this), deadlines.activityNs());
        }

        @Override
        public boolean offer(Instance instance) {
            if (waitingStarts.incrementAndGet() > capacity) {
                waitingStarts.decrementAndGet();
                return false;
            }
            boolean offered = false;
            try {
                put(
                        () -> {
                            waitingStarts.decrementAndGet();
                            instance.turn(this);
                        },
                        deadlines.startNs());
                offered = true;
            } finally {
                if (!offered) {
                    waitingStarts.decrementAndGet();
                }
            }
            return true;
        }

        private void put(Runnable task, long withinNs) {
            long nowNs = clock.nanoTime();
            queue.put(new WorkUnit(task, nowNs, nowNs + withinNs));
        }

        @Override
        public Alarm schedule(Runnable task, long delayNs) {
            // Half of the largest long, so that times can be compared by their difference.
            long dueNs = clock.nanoTime() + Math.min(delayNs, Long.MAX_VALUE / 2);
            WorkUnit unit = new WorkUnit(task, dueNs, dueNs);
            queue.put(unit);
            return () -> queue.cancel(unit);
        }

        @Override
        public int turnSteps() {
            return 1;
        }

        @Override
        public boolean countsActivities() {
            return true;
        }
    }

    private void work() {
        for (WorkUnit unit = queue.take(); unit != null; unit = queue.take()) {
            try {
                unit.task.run();
            } catch (Throwable e) {
                Threads.report(failures, e);
            }
        }
    }

    @Override
    public Worker place(Worker arrival) {
        return pool;
    }

    @Override
    public List<Worker> workers() {
        return List.of(pool);
    }

    @Override
    public int threads() {
        return threads.size();
    }

    @Override
    public int queued() {
        return queue.ready();
    }

    /** Returns the number of alarms that are set. */
    int alarms() {
        return queue.delayed();
    }

    @Override
    public void close() {
        queue.close();
        Threads.join(threads, clock, JOIN_MS);
    }
}
