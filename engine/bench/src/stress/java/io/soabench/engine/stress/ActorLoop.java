package io.soabench.engine.stress;

import io.soabench.engine.runtime.kernel.Worker;
import io.soabench.engine.runtime.scheduling.HostThread;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A queue of tasks that wait for an actor to run them. */
final class ActorLoop implements HostThread {
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private volatile Thread thread;

    /** Makes the current thread the thread of this queue, and runs all tasks. */
    void run() {
        thread = Thread.currentThread();
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    @Override
    public boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    @Override
    public void executeLast(Runnable task) {
        tasks.add(task);
    }

    @Override
    public Worker.Alarm schedule(Runnable task, long delayNs) {
        throw new IllegalStateException("nothing waits here");
    }
}
