package io.soabench.engine.server.batch;

import io.soabench.engine.runtime.kernel.PartnerCall;

/** The threads that call partners. Thread-safe. */
@FunctionalInterface
public interface CallThreads {
    /** Runs the task of a call on the thread that would send the call; at once if that is the calling thread. */
    void run(PartnerCall call, Runnable task);
}
