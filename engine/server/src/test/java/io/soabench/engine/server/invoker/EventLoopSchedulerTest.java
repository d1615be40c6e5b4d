package io.soabench.engine.server.invoker;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.AbstractScheduledEventExecutor;
import io.netty.util.concurrent.EventExecutor;
import io.soabench.engine.runtime.scheduling.AffineScheduler;
import io.soabench.engine.runtime.scheduling.Scheduler;
import io.soabench.engine.runtime.scheduling.StealingContract;
import io.soabench.engine.runtime.scheduling.StealingWorker;
import io.soabench.engine.runtime.scheduling.WorkerGroup;
import io.soabench.engine.server.transport.Transport;
import io.soabench.engine.server.transport.TransportException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** The policy {@code affine} on event loops. */
class EventLoopSchedulerTest extends StealingContract {
    private static final long STOP_MS = 30_000;

    private EventLoopGroup loops;

    Transport transport() {
        return Transport.NIO;
    }

    @Override
    protected Scheduler open(ThreadFactory factory) {
        try {
            loops = transport().loops(WORKERS, factory);
        } catch (TransportException e) {
            throw new AssertionError(e);
        }
        WorkerGroup group = new WorkerGroup();
        List<StealingWorker> workers = new ArrayList<>();
        for (EventExecutor loop : loops) {
            workers.add(new StealingWorker(new EventLoopHost((EventLoop) loop), group, CAPACITY));
        }
        return new AffineScheduler(workers);
    }

    /** Returns the number of timers, by reflection, since Netty does not report it. */
    @Override
    protected int alarms() {
        int sum = 0;
        for (EventExecutor loop : loops) {
            sum += loop.inEventLoop()
                    ? alarms(loop)
                    : loop.submit(() -> alarms(loop)).syncUninterruptibly().getNow();
        }
        return sum;
    }

    private static int alarms(EventExecutor loop) {
        try {
            Field queue = AbstractScheduledEventExecutor.class.getDeclaredField("scheduledTaskQueue");
            queue.setAccessible(true);
            Collection<?> alarms = (Collection<?>) queue.get(loop);
            return alarms == null ? 0 : alarms.size();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("Netty keeps its alarms elsewhere now", e);
        }
    }

    @Override
    protected void closeOthers() {
        if (loops != null) {
            loops.shutdownGracefully(0, 1, TimeUnit.MILLISECONDS).awaitUninterruptibly(STOP_MS, TimeUnit.MILLISECONDS);
        }
    }
}
