package io.soabench.engine.runtime.scheduling;

import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.runtime.kernel.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;

/** Policy {@code affine}, on threads that have nothing else to do; that on event loops is tested by the server. */
class AffineSchedulerTest extends StealingContract {
    private final List<KernelWorker> loops = new ArrayList<>();

    /** A loop of tasks, with a thread of its own. */
    private record Loop(KernelWorker loop) implements HostThread {
        @Override
        public boolean isCurrent() {
            boolean current = loop.enter();
            if (current) {
                loop.leave();
            }
            return current;
        }

        @Override
        public void execute(Runnable task) {
            loop.execute(task);
        }

        @Override
        public void executeLast(Runnable task) {
            loop.execute(task);
        }

        @Override
        public Worker.Alarm schedule(Runnable task, long delayNs) {
            return loop.schedule(task, delayNs);
        }
    }

    @Override
    protected Scheduler open(ThreadFactory factory) {
        WorkerGroup group = new WorkerGroup();
        List<StealingWorker> stealing = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            KernelWorker loop = new KernelWorker(factory, CAPACITY, new SystemEngineClock(), tested.kernel::failed);
            loops.add(loop);
            stealing.add(new StealingWorker(new Loop(loop), group, CAPACITY));
        }
        return new AffineScheduler(stealing);
    }

    @Override
    protected int alarms() {
        return loops.stream().mapToInt(KernelWorker::alarms).sum();
    }

    @Override
    protected void closeOthers() {
        loops.forEach(KernelWorker::close);
    }
}
