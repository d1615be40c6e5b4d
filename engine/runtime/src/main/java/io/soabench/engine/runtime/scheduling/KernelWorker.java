package io.soabench.engine.runtime.scheduling;

import io.soabench.engine.runtime.handover.Timers;
import io.soabench.engine.runtime.handover.WakeUpSignal;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.Instance;
import io.soabench.engine.runtime.kernel.Worker;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jctools.queues.MpscUnboundedArrayQueue;

/**
 * A worker with a thread of its own, which takes instances from a queue.
 *
 * <p>Assumption: any number of threads hand instances over. Guarantees: the instances of one thread get their turns in
 * their order. New instances are refused while a given number of them waits.
 *
 * <p>Progress: handing over is lock-free and never waits. The queue itself has no limit; the calls and alarms of the
 * instances limit the number of events. The thread parks when there is nothing to do.
 */
public final class KernelWorker implements Worker, AutoCloseable {
    private static final int CHUNK = 256;
    private static final long JOIN_MS = 1_000;

    private final MpscUnboundedArrayQueue<Runnable> queue = new MpscUnboundedArrayQueue<>(CHUNK);
    private final AtomicInteger waitingStarts = new AtomicInteger();
    private final Timers timers = new Timers();
    private final WakeUpSignal signal = new WakeUpSignal();
    private final EngineClock clock;
    private final int capacity;
    private final Consumer<Throwable> failures;
    private final Thread thread;

    /** Whether the thread runs an instance; only that thread writes it. */
    private boolean running;

    private volatile int alarms;
    private volatile boolean closed;

    /**
     * Creates a worker and starts its thread.
     *
     * @param threads the factory of its thread, which should be a daemon
     * @param capacity the number of new instances that may wait
     * @param clock the clock of the engine
     * @param failures the receiver of all errors that tasks throw; the worker goes on afterwards
     */
    public KernelWorker(ThreadFactory threads, int capacity, EngineClock clock, Consumer<Throwable> failures) {
        this.capacity = capacity;
        this.clock = clock;
        this.failures = failures;
        this.thread = threads.newThread(this::run);
        this.thread.start();
    }

    @Override
    public boolean enter() {
        if (Thread.currentThread() != thread || running) {
            return false;
        }
        running = true;
        return true;
    }

    @Override
    public void leave() {
        running = false;
    }

    @Override
    public void ready(Instance instance) {
        execute(() -> turn(instance));
    }

    @Override
    public void giveWay(Instance instance) {
        ready(instance);
    }

    @Override
    public boolean offer(Instance instance) {
        if (waitingStarts.incrementAndGet() > capacity) {
            waitingStarts.decrementAndGet();
            return false;
        }
        boolean offered = false;
        try {
            execute(() -> {
                waitingStarts.decrementAndGet();
                turn(instance);
            });
            offered = true;
        } finally {
            if (!offered) {
                waitingStarts.decrementAndGet();
            }
        }
        return true;
    }

    private void turn(Instance instance) {
        running = true;
        try {
            instance.turn(this);
        } finally {
            running = false;
        }
    }

    /** Adds a task of another kind to the queue; never refused. From any thread. */
    public void execute(Runnable task) {
        queue.offer(task);
        signal.wake();
    }

    @Override
    public Alarm schedule(Runnable task, long delayNs) {
        Timers.Timer timer = timers.set(task, clock.nanoTime(), delayNs);
        alarms = timers.size();
        return () -> {
            if (Thread.currentThread() == thread) {
                cancel(timer);
            } else {
                execute(() -> cancel(timer));
            }
        };
    }

    private void cancel(Timers.Timer timer) {
        timers.cancel(timer);
        alarms = timers.size();
    }

    /** Returns the number of tasks that wait. */
    public int queued() {
        return queue.size();
    }

    /** Returns the number of alarms that are set. */
    int alarms() {
        return alarms;
    }

    private void run() {
        while (!closed) {
            try {
                round();
            } catch (Throwable e) {
                // Turns handle their own failures. An error that is left must not end the thread, which other instances
                // need.
                Threads.report(failures, e);
            }
        }
    }

    /** Runs one task and the alarms that are due; without a task, sleeps until there is work. */
    private void round() {
        Runnable task = queue.poll();
        if (task != null) {
            task.run();
        }
        long untilNs = Long.MAX_VALUE;
        if (timers.size() > 0) {
            untilNs = timers.runDue(clock.nanoTime());
            alarms = timers.size();
        }
        if (task == null && untilNs > 0) {
            signal.sleep(() -> queue.isEmpty() && !closed, untilNs);
        }
    }

    /** Stops the thread after its present task. Tasks that wait are not run. */
    @Override
    public void close() {
        closed = true;
        signal.wake();
        if (Thread.currentThread() == thread) {
            return;
        }
        try {
            thread.join(JOIN_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
