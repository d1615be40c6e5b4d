package io.soabench.engine.server;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.Kernel;
import io.soabench.engine.runtime.kernel.Worker;
import io.soabench.engine.runtime.scheduling.AffineScheduler;
import io.soabench.engine.runtime.scheduling.Deadlines;
import io.soabench.engine.runtime.scheduling.InstanceScheduler;
import io.soabench.engine.runtime.scheduling.PipelineScheduler;
import io.soabench.engine.runtime.scheduling.Scheduler;
import io.soabench.engine.runtime.scheduling.StealingWorker;
import io.soabench.engine.runtime.scheduling.TaskScheduler;
import io.soabench.engine.runtime.scheduling.VirtualThreads;
import io.soabench.engine.runtime.scheduling.WorkerGroup;
import io.soabench.engine.server.invoker.EventLoopHost;
import io.soabench.engine.server.replica.Placement;
import io.soabench.engine.server.request.WorkerChoice;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.ThreadFactory;

/**
 * The {@link Scheduler} of one replica. Its policy decides whether the event loops run instances, or threads of the
 * kernel's own.
 */
final class PolicyThreads implements AutoCloseable {
    private final Scheduler scheduler;
    private final IdentityHashMap<EventExecutor, Worker> byLoop = new IdentityHashMap<>();

    /**
     * Starts the threads.
     *
     * @param group the workers that take work of each other under {@link SchedulingPolicy#AFFINE}
     */
    PolicyThreads(
            EngineConfiguration configuration,
            Placement placement,
            EventLoopGroup http,
            WorkerGroup group,
            EngineClock clock,
            Kernel kernel) {
        int capacity = configuration.queueCapacity();
        scheduler = switch (configuration.policy()) {
            case AFFINE -> affine(http, group, capacity);
            case PIPELINE ->
                new PipelineScheduler(
                        configuration.kernelWorkers(),
                        placement.threads(EngineConfiguration.KERNEL),
                        capacity,
                        clock,
                        kernel::failed);
            case TASK ->
                new TaskScheduler(
                        configuration.kernelWorkers(),
                        placement.threads(EngineConfiguration.KERNEL),
                        capacity,
                        clock,
                        Deadlines.NOW,
                        kernel::failed);
            case INSTANCE ->
                new InstanceScheduler(threads(placement), configuration.maxInstances(), clock, kernel::failed);
        };
    }

    private Scheduler affine(EventLoopGroup http, WorkerGroup group, int capacity) {
        List<StealingWorker> workers = new ArrayList<>();
        for (EventExecutor loop : http) {
            StealingWorker worker = new StealingWorker(new EventLoopHost((EventLoop) loop), group, capacity);
            byLoop.put(loop, worker);
            workers.add(worker);
        }
        return new AffineScheduler(workers);
    }

    /**
     * Returns the factory of threads for instances: of virtual threads where Java has them. These run on threads of the
     * virtual machine, which nothing binds to processors.
     */
    private static ThreadFactory threads(Placement placement) {
        return VirtualThreads.factory(EngineConfiguration.KERNEL)
                .orElseGet(() -> placement.threads(EngineConfiguration.KERNEL));
    }

    /** Returns the choice of the worker for the instance of a request. */
    WorkerChoice choice() {
        return arrival -> scheduler.place(byLoop.get(arrival));
    }

    /** Returns the scheduler. */
    Scheduler scheduler() {
        return scheduler;
    }

    @Override
    public void close() {
        scheduler.close();
    }
}
