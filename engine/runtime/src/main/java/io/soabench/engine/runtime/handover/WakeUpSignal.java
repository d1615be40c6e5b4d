package io.soabench.engine.runtime.handover;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A signal that wakes a sleeping thread when there is work.
 *
 * <p>Assumptions: one thread waits. Other threads make work visible before they call {@link #wake}. Guarantee: no
 * signal is lost. Either the calling thread sees that the other thread sleeps, or that thread sees the work before it
 * sleeps. Progress: {@link #wake} never waits, and costs one read while the thread is awake.
 */
public final class WakeUpSignal {
    private volatile Thread sleeper;

    /** Wakes the thread if it sleeps or is about to sleep; from any thread, after the work was made visible. */
    public void wake() {
        Thread found = sleeper;
        if (found != null) {
            LockSupport.unpark(found);
        }
    }

    /**
     * Waits for a signal unless there is work already; may return early.
     *
     * @param idle returns whether there is no work
     * @param atMostNs the longest time in nanoseconds; {@link Long#MAX_VALUE} for no limit
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
