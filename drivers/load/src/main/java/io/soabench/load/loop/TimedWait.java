package io.soabench.load.loop;

import io.soabench.plan.HostClock;
import java.util.concurrent.locks.LockSupport;

/**
 * A wait of one thread until an instant or a call: it parks until shortly before and spins for the rest. How much that
 * is follows from how late it was woken before, so that it spins no longer than the machine makes it. {@link #wake} may
 * be used by any thread, everything else belongs to the one that waits.
 */
final class TimedWait {

    /**
     * The longest wait without sleep. A sleeping thread is mostly woken within this time. A longer wait would send few requests earlier. It
     * would keep a processor from the server and from the receiver thread, because Linux lets a woken thread wait for a running one
     * (docs/decisions/0015).
     */
    static final long MOST_SPIN_NS = 30_000;

    static final long LEAST_SPIN_NS = 5_000;

    /** A thread that was woken late makes it spin earlier at once; one that was not, later little by little. */
    private static final int RISE_DIVISOR = 4;

    private static final int FALL_DIVISOR = 64;

    private final HostClock clock;
    private volatile Thread waiter;
    private volatile boolean called;
    private long spinNs = MOST_SPIN_NS;

    TimedWait(HostClock clock) {
        this.clock = clock;
    }

    /** Makes the calling thread the one that waits. */
    void take() {
        waiter = Thread.currentThread();
    }

    /** Forgets earlier calls of {@link #wake}. */
    void reset() {
        called = false;
    }

    /** Ends the wait that goes on, and those to come until {@link #reset}. */
    void wake() {
        called = true;
        LockSupport.unpark(waiter);
    }

    /** Waits; returns at that instant, or earlier when it is called. */
    void waitUntil(long atNs) {
        while (!called) {
            long nowNs = clock.epochNanos();
            long leftNs = atNs - nowNs;
            if (leftNs <= 0) {
                break;
            }
            if (leftNs > spinNs) {
                LockSupport.parkNanos(this, leftNs - spinNs);
                learn(clock.epochNanos() - (atNs - spinNs));
            } else {
                Thread.onSpinWait();
            }
        }
    }

    private void learn(long lateNs) {
        if (lateNs > 0) {
            long error = lateNs - spinNs;
            spinNs += error > 0 ? error / RISE_DIVISOR : error / FALL_DIVISOR;
            spinNs = Math.max(LEAST_SPIN_NS, Math.min(MOST_SPIN_NS, spinNs));
        }
    }

    /** Returns how long it spins now. */
    long spinNs() {
        return spinNs;
    }
}
