package io.soabench.engine.runtime.scheduling;

import io.soabench.engine.runtime.kernel.Worker;

/**
 * A thread with other duties, as an event loop, that runs instances between them. All but {@link #schedule} may be called from any
 * thread.
 */
public interface HostThread {
    /** Whether the calling thread is this one. */
    boolean isCurrent();

    /** Runs a task, after those that one thread gave before it. */
    void execute(Runnable task);

    /** Runs a task behind everything else that there is to do, input and output included. */
    void executeLast(Runnable task);

    /** Runs a task later, see {@link Worker#schedule}. */
    Worker.Alarm schedule(Runnable task, long delayNs);
}
