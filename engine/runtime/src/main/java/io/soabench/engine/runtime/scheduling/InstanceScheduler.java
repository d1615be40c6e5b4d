package io.soabench.engine.runtime.scheduling;

import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.Worker;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

/**
 * Policy {@code instance}: a thread for each instance, from its start to its end; the classical engine that others are compared with
 * (S11, section 2; F12, section II). Every instance that waits holds a thread, so the number of instances is that of threads at most.
 */
public final class InstanceScheduler implements Scheduler {
    private static final long JOIN_MS = 1_000;

    private final ThreadFactory threads;
    private final int most;
    private final EngineClock clock;
    private final Consumer<Throwable> failures;
    private final Set<InstanceThread> running = ConcurrentHashMap.newKeySet();

    /** Handles what comes for instances whose threads have ended. */
    private final KernelWorker late;

    private volatile boolean closed;

    /**
     * A policy without threads, but one for what comes too late.
     *
     * @param threads makes them, see {@link VirtualThreads}
     * @param most so many at once; further instances are refused
     * @param clock the time
     * @param failures told of everything that goes wrong on a thread
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

    /** Alarms that are set. */
    int alarms() {
        return running.stream().mapToInt(InstanceThread::alarms).sum();
    }

    /** Starts the thread of an instance; false when there are too many, or the machine gives no more. */
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
            // That is how the JVM says that there are no more threads.
            return false;
        } finally {
            if (!started) {
                running.remove(worker);
            }
        }
        return true;
    }

    /**
     * Whether there are too many threads. One whose instance has ended is about to end, too, but has given its place back already: whoever
     * was let in for it, and so sees that end, may still find the thread here.
     */
    private boolean isFull() {
        return running.size() > most
                && running.stream().filter(InstanceThread::isNeeded).count() > most;
    }

    void ended(InstanceThread worker) {
        running.remove(worker);
    }

    /** Runs something for an instance whose thread has ended. */
    void late(Runnable task) {
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
        Threads.join(running.stream().map(InstanceThread::thread).toList(), clock, JOIN_MS);
        late.close();
    }
}
