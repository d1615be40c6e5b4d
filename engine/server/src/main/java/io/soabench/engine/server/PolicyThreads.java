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

/** The {@link Scheduler} of one replica: what its policy makes of its event loops, and of threads of the kernel's own. */
final class PolicyThreads implements AutoCloseable {
    private final Scheduler scheduler;
    private final IdentityHashMap<EventExecutor, Worker> byLoop = new IdentityHashMap<>();

    /**
     * Starts the threads.
     *
     * @param group the workers that help each other under {@link SchedulingPolicy#AFFINE}
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

    /** Virtual threads run on threads of the JVM's own, which nobody places. */
    private static ThreadFactory threads(Placement placement) {
        return VirtualThreads.factory(EngineConfiguration.KERNEL)
                .orElseGet(() -> placement.threads(EngineConfiguration.KERNEL));
    }

    /** Where the instance of a request runs. */
    WorkerChoice choice() {
        return arrival -> scheduler.place(byLoop.get(arrival));
    }

    /** The policy at work. */
    Scheduler scheduler() {
        return scheduler;
    }

    @Override
    public void close() {
        scheduler.close();
    }
}
