package io.soabench.engine.runtime.scheduling;

import io.soabench.engine.runtime.kernel.Worker;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The policy {@code affine}: an instance runs on the event loop on which its message came. It stays there unless an
 * idle worker takes it over (S11, section 4). The policy has no threads of its own; its workers are {@link
 * StealingWorker}s.
 *
 * <p>Thread-safe.
 */
public final class AffineScheduler implements Scheduler {
    private final List<StealingWorker> workers;
    private final AtomicInteger next = new AtomicInteger();

    /** Creates a policy on threads that exist already. It does not end them. */
    public AffineScheduler(List<StealingWorker> workers) {
        this.workers = List.copyOf(workers);
    }

    @Override
    public Worker place(Worker arrival) {
        return arrival != null ? arrival : workers.get(Math.floorMod(next.getAndIncrement(), workers.size()));
    }

    @Override
    public List<Worker> workers() {
        return List.copyOf(workers);
    }

    @Override
    public int threads() {
        return 0;
    }

    @Override
    public int queued() {
        return workers.stream().mapToInt(StealingWorker::queued).sum();
    }

    @Override
    public void close() {
        // The threads belong to their hosts.
        workers.forEach(StealingWorker::retire);
    }
}
