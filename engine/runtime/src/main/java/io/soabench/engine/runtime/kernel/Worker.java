package io.soabench.engine.runtime.kernel;

/**
 * A thread that owns instances and runs what is due for them, one thing after the other.
 *
 * <p>Implementations decide on the thread: an event loop shared with input and output, or a thread of the kernel's own. What
 * is handed over by one thread runs in the order of handing over.
 */
public interface Worker {
    /** Whether the calling thread is this worker's. */
    boolean isCurrent();

    /**
     * Hands over a continuation of an instance that was admitted before; never refused. May be called from any thread.
     *
     * @param task runs on the worker; must not throw
     */
    void execute(Runnable task);

    /**
     * Hands over the rest of a continuation that has taken long, behind everything else that the worker has to do, input and output
     * included; called on the worker only.
     *
     * @param task runs on the worker; must not throw
     */
    default void giveWay(Runnable task) {
        execute(task);
    }

    /**
     * Hands over a new instance, unless the worker has too much to do.
     *
     * @param task runs on the worker; must not throw
     * @return false when refused
     */
    boolean offer(Runnable task);

    /**
     * Runs something later; called on the worker only.
     *
     * @param task runs on the worker; must not throw
     * @param delayNs from now, at least 0
     * @return the alarm, to be cancelled on the worker
     */
    Alarm schedule(Runnable task, long delayNs);

    /** Something that runs later unless it is cancelled. */
    @FunctionalInterface
    interface Alarm {
        /** Cancels; without effect when it has run. */
        void cancel();
    }
}
