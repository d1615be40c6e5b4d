package io.soabench.engine.server.invoker;

import io.netty.channel.EventLoop;
import io.soabench.engine.runtime.kernel.Worker;
import io.soabench.engine.runtime.scheduling.HostThread;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * An event loop that runs instances, so that a request, its instance and its partner calls have one thread.
 * Thread-safe.
 *
 * @param loop the event loop
 */
public record EventLoopHost(EventLoop loop) implements HostThread {
    @Override
    public boolean isCurrent() {
        return loop.inEventLoop();
    }

    @Override
    public void execute(Runnable task) {
        loop.execute(task);
    }

    /**
     * Queues a task behind the events of the sockets. An event loop runs all its tasks, for up to a second, before it
     * reads its sockets, and it runs its timers after that. So the task becomes a timer without delay.
     */
    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // It is not cancelled.
    public void executeLast(Runnable task) {
        loop.schedule(task, 0, TimeUnit.NANOSECONDS);
    }

    @Override
    public Worker.Alarm schedule(Runnable task, long delayNs) {
        Future<?> alarm = loop.schedule(task, delayNs, TimeUnit.NANOSECONDS);
        return () -> alarm.cancel(false);
    }
}
