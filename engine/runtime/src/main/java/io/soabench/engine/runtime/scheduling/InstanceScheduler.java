package io.soabench.engine.runtime.scheduling;

import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.Worker;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

/**
 * The policy {@code instance}: each instance has a thread from its start to its end. This is the classical engine, with
 * which others are compared (S11, section 2; F12, section II). An instance that waits keeps its thread, so the number
 * of threads limits the number of instances.
 *
 * <p>Thread-safe.
 */
public final class InstanceScheduler implements Scheduler {
    private static final long JOIN_MS = 1_000;

    private final ThreadFactory threads;
    private final int most;
    private final EngineClock clock;
    private final Consumer<Throwable> failures;
    private final Set<InstanceThread> running = ConcurrentHashMap.newKeySet();

    /** The worker for events of instances whose threads have ended. */
    private final KernelWorker late;

    private volatile boolean closed;

    /**
     * Creates a policy. It has one thread at first, for events of instances whose threads have ended.
     *
     * @param threads the factory of threads, see {@link VirtualThreads}
     * @param most the largest number of threads at the same time; further instances are refused
     * @param clock the clock of the engine
     * @param failures the receiver of all errors on the threads
     */
    public InstanceScheduler(ThreadFactory threads, int most, EngineClock clock, Consumer<Throwable> failures) {
        this.threads = threads;
        this.most = most;
        this.clock = clock;
        this.failures = failures;
        this.late = new KernelWorker(threads, most, clock, failures);
    }

    @Override
    public Worker place(Worker arrival) {
        return new InstanceThread(this, clock);
    }

    @Override
    public List<Worker> workers() {
        return List.of(late);
    }

    @Override
    public int threads() {
        return running.size();
    }

    @Override
    public int queued() {
        return late.queued();
    }

    /** Returns the number of alarms that are set. */
    int alarms() {
        return running.stream().mapToInt(InstanceThread::alarms).sum();
    }

    /**
     * Starts the thread of an instance; returns false when there are too many threads or the machine provides no more.
     */
    boolean start(InstanceThread worker) {
        running.add(worker);
        if (closed || isFull()) {
            running.remove(worker);
            return false;
        }
        boolean started = false;
        try {
            worker.start(threads);
            started = true;
        } catch (OutOfMemoryError e) {
            // This error is also the way in which the JVM reports that it cannot create a thread.
            return false;
        } finally {
            if (!started) {
                running.remove(worker);
            }
        }
        return true;
    }

    /**
     * Returns whether there are too many threads. A thread whose instance has ended does not count, although it may
     * still be registered: the kernel has released the place of its instance already.
     */
    private boolean isFull() {
        return running.size() > most
                && running.stream().filter(InstanceThread::isNeeded).count() > most;
    }

    /** Removes the thread of an instance, which ends. */
    void ended(InstanceThread worker) {
        running.remove(worker);
    }

    /** Runs a task for an instance whose thread has ended. */
    void runLate(Runnable task) {
        late.execute(task);
    }

    boolean isClosed() {
        return closed;
    }

    void failed(Throwable error) {
        Threads.report(failures, error);
    }

    @Override
    public void close() {
        closed = true;
        running.forEach(InstanceThread::wake);
        // An instance that is about to start has no thread yet.
        Threads.join(
                running.stream()
                        .map(InstanceThread::thread)
                        .filter(Objects::nonNull)
                        .toList(),
                clock,
                JOIN_MS);
        late.close();
    }
}
