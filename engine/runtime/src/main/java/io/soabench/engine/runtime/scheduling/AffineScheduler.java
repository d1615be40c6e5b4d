package io.soabench.engine.runtime.scheduling;

import io.soabench.engine.runtime.kernel.Worker;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Policy {@code affine}: an instance runs where its message came, on a thread that is not the kernel's own but an event loop's, and
 * stays there unless an idle worker takes it over (S11, section 4). The workers are {@link StealingWorker stealing} ones.
 */
public final class AffineScheduler implements Scheduler {
    private final List<StealingWorker> workers;
    private final AtomicInteger next = new AtomicInteger();

    /** A policy on threads that are there, and that it does not end. */
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
        // The threads are somebody else's.
        workers.forEach(StealingWorker::retire);
    }
}
