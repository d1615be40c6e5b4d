package io.soabench.engine.runtime.handover;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A signal that wakes a sleeping thread when there is work.
 *
 * <p>Assumes one thread that waits, and that others make work visible before they {@link #ring}. Guarantees that no ring is lost: either the ringing thread sees that the other one sleeps, or that one sees the work before it sleeps. Progress: ringing never waits, and costs one read
 * while the thread is awake.
 */
public final class WakeUpSignal {
    private volatile Thread sleeper;

    /** Wakes the thread if it sleeps, or is about to; from any thread, after the work was made visible. */
    public void wake() {
        Thread found = sleeper;
        if (found != null) {
            LockSupport.unpark(found);
        }
    }

    /**
     * Waits for a ring unless there is work already; may end without reason.
     *
     * @param idle whether there is no work
     * @param atMostNs {@link Long#MAX_VALUE} for any time
     */
    public void sleep(BooleanSupplier idle, long atMostNs) {
        sleeper = Thread.currentThread();
        try {
            if (idle.getAsBoolean()) {
                if (atMostNs == Long.MAX_VALUE) {
                    LockSupport.park(this);
                } else {
                    LockSupport.parkNanos(this, atMostNs);
                }
            }
        } finally {
            sleeper = null;
        }
    }
}
