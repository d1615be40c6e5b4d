package io.soabench.engine.runtime.scheduling;

import io.soabench.engine.runtime.kernel.Worker;
import java.util.List;

/**
 * A scheduling policy at work: where a new instance is placed, and whose threads run what is ready. Thread-safe.
 *
 * <p>There is one implementation for each policy, and one suite of tests for all, {@code SchedulerContract}.
 */
public interface Scheduler extends AutoCloseable {
    /**
     * Where an instance would run that is started now.
     *
     * @param arrival the worker on whose thread its message came; null for a message from elsewhere
     */
    Worker place(Worker arrival);

    /** Where instances run that nothing else is known of: all workers that live as long as this, at least one. */
    List<Worker> workers();

    /** Threads that run instances, those of event loops excluded. */
    int threads();

    /** What waits to be run. */
    int queued();

    /** Stops its threads after what each of them runs just now; what waits is not run. */
    @Override
    void close();
}
