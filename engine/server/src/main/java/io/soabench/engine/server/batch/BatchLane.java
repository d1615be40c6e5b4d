package io.soabench.engine.server.batch;

import io.soabench.engine.runtime.kernel.Kernel;
import io.soabench.engine.runtime.kernel.Worker;
import java.util.function.Supplier;

/**
 * The worker that runs instances of a batch.
 *
 * @param kernel creates them
 * @param place the worker of the next instance
 * @param calls the threads that call their partners
 */
public record BatchLane(Kernel kernel, Supplier<Worker> place, CallThreads calls) {}
