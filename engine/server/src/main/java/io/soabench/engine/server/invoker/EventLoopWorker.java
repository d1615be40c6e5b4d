package io.soabench.engine.server.invoker;

import io.netty.channel.EventLoop;
import io.soabench.engine.runtime.kernel.Worker;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** A kernel worker that is an event loop: request, instance and partner calls on one thread. */
public final class EventLoopWorker implements Worker {
    private final EventLoop loop;

    /** The worker of an event loop. */
    public EventLoopWorker(EventLoop loop) {
        this.loop = loop;
    }

    EventLoop loop() {
        return loop;
    }

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
    public void giveWay(Runnable task) {
        loop.schedule(task, 0, TimeUnit.NANOSECONDS);
    }

    @Override
    public boolean offer(Runnable task) {
        loop.execute(task);
        return true;
    }

    @Override
    public Alarm schedule(Runnable task, long delayNs) {
        Future<?> alarm = loop.schedule(task, delayNs, TimeUnit.NANOSECONDS);
        return () -> alarm.cancel(false);
    }
}
