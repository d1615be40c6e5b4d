package io.soabench.engine.server.request;

import io.netty.channel.EventLoop;
import io.soabench.engine.runtime.kernel.Worker;

/** Which kernel worker runs the instance that a request starts: the placement side of a scheduling policy. */
@FunctionalInterface
public interface WorkerChoice {
    /** The worker for a request that arrived on an event loop. */
    Worker worker(EventLoop arrival);
}
