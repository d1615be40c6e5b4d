package io.soabench.engine.server.batch;

import io.soabench.engine.runtime.kernel.Kernel;
import io.soabench.engine.runtime.kernel.Worker;
import java.util.function.Supplier;

/**
 * A place that runs instances of a batch. Immutable.
 *
 * @param kernel the kernel that creates the instances
 * @param place the worker of the next instance
 * @param calls the threads that call the partners of the instances
 */
public record BatchLane(Kernel kernel, Supplier<Worker> place, CallThreads calls) {}
