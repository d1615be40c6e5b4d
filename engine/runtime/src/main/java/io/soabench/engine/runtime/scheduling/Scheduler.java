package io.soabench.engine.runtime.scheduling;

import io.soabench.engine.runtime.kernel.Worker;
import java.util.List;

/**
 * A scheduling policy, which places new instances on workers and owns the threads of these workers. Thread-safe.
 *
 * <p>There is one implementation for each policy, and one test suite for all of them, {@code SchedulerContract}.
 */
public interface Scheduler extends AutoCloseable {
    /**
     * Returns the worker for an instance that is about to start.
     *
     * @param arrival the worker on whose thread its message came; null for a message from elsewhere
     */
    Worker place(Worker arrival);

    /**
     * Returns the workers for instances of which no arrival is known, at least one. They exist as long as this
     * scheduler.
     */
    List<Worker> workers();

    /** Returns the number of threads that run instances, without event loops. */
    int threads();

    /** Returns the number of instances and tasks that wait to be run. */
    int queued();

    /** Stops the threads after their present tasks. Tasks that wait are not run. */
    @Override
    void close();
}
