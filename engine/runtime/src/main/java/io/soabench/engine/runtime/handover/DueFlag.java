package io.soabench.engine.runtime.handover;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A flag that reports work to a thread, even when that thread is about to end.
 *
 * <p>Assumption: one thread calls {@link #take} and {@link #end}; other threads call {@link #set}, one of them at a
 * time. Guarantee: each setting is taken once, by the thread or, after its end, by the setting thread. Progress:
 * wait-free.
 */
public final class DueFlag {
    private final AtomicBoolean due = new AtomicBoolean();
    private volatile boolean over;

    /**
     * Sets the flag; from any thread.
     *
     * @return true when the thread has ended, so that the caller has to do the work
     */
    public boolean set() {
        due.set(true);
        return over && due.getAndSet(false);
    }

    /** Resets the flag; returns whether it was set. */
    public boolean take() {
        return due.getAndSet(false);
    }

    /** Returns whether the flag is set. */
    public boolean isSet() {
        return due.get();
    }

    /**
     * Marks the end of the thread.
     *
     * @return whether the flag was set, so that the caller must take care of the remaining work
     */
    public boolean end() {
        over = true;
        return due.getAndSet(false);
    }
}
