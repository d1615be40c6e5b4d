package io.soabench.engine.server.request;

import io.netty.channel.EventLoop;
import io.soabench.engine.runtime.kernel.Worker;

/**
 * The choice of the worker for an instance that a request starts. It is the only part of a scheduling policy that this
 * stage uses. Thread-safe.
 */
@FunctionalInterface
public interface WorkerChoice {
    /** Returns the worker for a request that arrived on an event loop. */
    Worker worker(EventLoop arrival);
}
