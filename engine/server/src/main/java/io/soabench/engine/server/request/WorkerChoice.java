package io.soabench.engine.server.request;

import io.netty.channel.EventLoop;
import io.soabench.engine.runtime.kernel.Worker;

/**
 * The choice of the worker for an instance that a request starts: the request handler's view of a scheduling policy.
 */
@FunctionalInterface
public interface WorkerChoice {
    /** The worker for a request that arrived on an event loop. */
    Worker worker(EventLoop arrival);
}
