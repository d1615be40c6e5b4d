package io.soabench.engine.runtime.scheduling;

import io.soabench.engine.runtime.kernel.Worker;

/**
 * A thread with other duties, such as an event loop, that runs instances between them.
 *
 * <p>Threading: any thread may call all methods except {@link #schedule}, which this thread calls.
 */
public interface HostThread {
    /** Returns whether the calling thread is this one. */
    boolean isCurrent();

    /** Runs a task, after the earlier tasks of the same caller. */
    void execute(Runnable task);

    /** Runs a task after all other work, input and output included. */
    void executeLast(Runnable task);

    /** Runs a task later, see {@link Worker#schedule}. */
    Worker.Alarm schedule(Runnable task, long delayNs);
}
