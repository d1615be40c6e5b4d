package io.soabench.engine.server.batch;

import io.soabench.engine.runtime.kernel.Kernel;
import io.soabench.engine.runtime.kernel.Worker;
import java.util.function.Supplier;

/**
 * Where instances of a batch run.
 *
 * @param kernel creates them
 * @param place who runs the next one
 * @param calls the threads that call their partners
 */
public record BatchLane(Kernel kernel, Supplier<Worker> place, CallThreads calls) {}
