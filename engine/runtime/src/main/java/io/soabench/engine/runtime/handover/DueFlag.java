package io.soabench.engine.runtime.handover;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A flag that tells a thread that there is work, even when that thread is about to end.
 *
 * <p>Assumes one thread that takes and ends; others set. Guarantees that each setting, of which there is one at a time, is taken once: by
 * the thread, or, if that has ended, by who set it. Progress: wait-free.
 */
public final class DueFlag {
    private final AtomicBoolean due = new AtomicBoolean();
    private volatile boolean over;

    /**
     * Sets the mark; from any thread.
     *
     * @return true when the thread has ended and the caller has to do it
     */
    public boolean set() {
        due.set(true);
        return over && due.getAndSet(false);
    }

    /** Takes the mark away; whether it was set. */
    public boolean take() {
        return due.getAndSet(false);
    }

    /** Whether it is set. */
    public boolean isSet() {
        return due.get();
    }

    /**
     * The thread ends.
     *
     * @return whether the mark was set, so that there is something left, which nobody else sees to
     */
    public boolean end() {
        over = true;
        return due.getAndSet(false);
    }
}
