package io.soabench.engine.server.batch;

import io.soabench.engine.runtime.kernel.PartnerCall;

/** The threads that call partners. */
@FunctionalInterface
public interface CallThreads {
    /** Runs the task of a call on the thread that would send it: at once when that is the caller's. */
    void run(PartnerCall call, Runnable task);
}
