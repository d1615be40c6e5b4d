package io.soabench.engine.server.invoker;

import io.netty.channel.EventLoop;
import io.soabench.engine.runtime.kernel.Worker;
import io.soabench.engine.runtime.scheduling.HostThread;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * An event loop that runs instances: request, instance and partner calls on one thread.
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

    /** An event loop runs tasks as long as there are any, up to a second, before it looks at its sockets; alarms wait for that look. */
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
