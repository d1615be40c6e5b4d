package io.soabench.engine.runtime.durable;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jctools.queues.MpscUnboundedArrayQueue;

/**
 * A queue of instances whose effects may leave, on one executor. One task serves all instances that became safe
 * together.
 *
 * <p>The same task calls the journal for the records that were appended on the thread of the executor. So one write has
 * the records of all events that the executor handles one after the other. This delays no effect as long as the disk is
 * faster than the executor, because effects leave on the same thread after these events.
 *
 * <p>Thread-safe; the executor has one thread.
 */
final class EffectQueue implements Runnable {
    /** The number of appended records after which the journal is called at once, even if more are about to follow. */
    static final int MOST_QUIET = 64;

    private static final int CHUNK = 256;

    private final Executor executor;
    private final Runnable journal;
    private final MpscUnboundedArrayQueue<DurableInstance> ready = new MpscUnboundedArrayQueue<>(CHUNK);
    private final AtomicBoolean wanted = new AtomicBoolean();

    /** The thread of the executor; null before the first task. */
    private volatile Thread thread;

    /** The number of appended records for which the journal was not called. Used by the thread of the executor only. */
    private int quiet;

    /** Whether the task runs. Used by the thread of the executor only. */
    private boolean running;

    /**
     * Creates the queue of an executor, which has one thread.
     *
     * @param journal calls the journal for appended records; for any thread
     */
    EffectQueue(Executor executor, Runnable journal) {
        this.executor = executor;
        this.journal = journal;
    }

    /** Adds an instance with effects that are safe, which leave after the next {@link #wake}; from any thread. */
    void add(DurableInstance instance) {
        ready.add(instance);
    }

    /** Lets the effects of the added instances leave soon; from any thread. */
    void wake() {
        if (!ready.isEmpty()) {
            submit();
        }
    }

    private void submit() {
        if (!wanted.get() && wanted.compareAndSet(false, true)) {
            try {
                executor.execute(this);
            } catch (RejectedExecutionException e) {
                // The engine stops. The records show which effects have not been sent.
                wanted.set(false);
                journal.run();
            }
        }
    }

    /** Calls the journal for a record that the calling thread has appended: now or soon. */
    void appended() {
        if (Thread.currentThread() != thread) {
            journal.run();
            return;
        }
        quiet++;
        if (quiet >= MOST_QUIET) {
            quiet = 0;
            journal.run();
        } else if (!running) {
            submit();
        }
    }

    @Override
    public void run() {
        thread = Thread.currentThread();
        wanted.set(false);
        running = true;
        try {
            for (DurableInstance instance = ready.poll(); instance != null; instance = ready.poll()) {
                instance.release();
            }
        } finally {
            running = false;
            if (quiet > 0) {
                quiet = 0;
                journal.run();
            }
        }
    }
}
