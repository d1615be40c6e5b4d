package io.soabench.engine.runtime.scheduling;

import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The policy {@code pipeline}: the kernel is a stage with threads and queues of its own. New instances are distributed
 * to its workers in rotation, and stay there (S11, section 2.1; P13, section 2).
 *
 * <p>Thread-safe.
 */
public final class PipelineScheduler implements Scheduler {
    private final Supplier<KernelWorker> maker;
    private final List<KernelWorker> made = new ArrayList<>();
    private volatile List<KernelWorker> workers = List.of();
    private final AtomicInteger next = new AtomicInteger();

    /**
     * Creates a policy and starts its threads.
     *
     * @param count the number of workers, at least 1
     * @param threads the factory of threads
     * @param capacity the number of new instances that may wait for each worker
     * @param clock the clock of the engine
     * @param failures the receiver of all errors on the threads
     */
    public PipelineScheduler(
            int count, ThreadFactory threads, int capacity, EngineClock clock, Consumer<Throwable> failures) {
        maker = () -> new KernelWorker(threads, capacity, clock, failures);
        resize(count);
    }

    /**
     * Sets the number of workers that take new instances. Workers beyond that number run the instances that they have,
     * and sleep afterwards; they are the first ones that are used again.
     *
     * @param count the number of workers, at least 1
     */
    public void resize(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("count=" + count + " is below 1; raise it");
        }
        synchronized (made) {
            while (made.size() < count) {
                made.add(maker.get());
            }
            workers = List.copyOf(made.subList(0, count));
        }
    }

    @Override
    public Worker place(Worker arrival) {
        List<KernelWorker> now = workers;
        return now.get(Math.floorMod(next.getAndIncrement(), now.size()));
    }

    @Override
    public List<Worker> workers() {
        return List.copyOf(workers);
    }

    @Override
    public int threads() {
        return workers.size();
    }

    @Override
    public int queued() {
        return all().stream().mapToInt(KernelWorker::queued).sum();
    }

    /** Returns the number of alarms that are set. */
    int alarms() {
        return all().stream().mapToInt(KernelWorker::alarms).sum();
    }

    private List<KernelWorker> all() {
        synchronized (made) {
            return List.copyOf(made);
        }
    }

    @Override
    public void close() {
        all().forEach(KernelWorker::close);
    }
}
