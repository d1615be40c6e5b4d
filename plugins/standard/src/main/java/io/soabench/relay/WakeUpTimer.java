package io.soabench.relay;

import io.soabench.plan.HostClock;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A timer that wakes the relay's thread shortly before an instant. A selector's own timeout has whole milliseconds. A
 * parked thread of Linux wakes up late by the timer slack of 50 µs, so the alarm's thread is parked until {@link
 * #EARLY_NS} before the instant.
 *
 * <p>The relay's thread sets instants; the alarm's thread waits for them. The only shared state is one atomic number.
 * An early or repeated wake-up does no harm.
 */
final class WakeUpTimer implements AutoCloseable {

    /** The time from the wake-up to the instant: the timer slack and the hand-over to the relay's thread. */
    static final long EARLY_NS = 100_000;

    /** The value for no instant. */
    static final long NEVER = Long.MAX_VALUE;

    private final HostClock clock;
    private final Runnable wake;
    private final Thread thread;
    private final AtomicLong atNs = new AtomicLong(NEVER);
    private volatile boolean closed;

    WakeUpTimer(HostClock clock, Runnable wake) {
        this.clock = clock;
        this.wake = wake;
        this.thread = new Thread(this::run, "relay-alarm");
        thread.setDaemon(true);
        thread.start();
    }

    /** Replaces the instant of the wake-up; {@link #NEVER} for no wake-up. */
    void at(long instantNs) {
        if (instantNs < atNs.getAndSet(instantNs)) {
            LockSupport.unpark(thread);
        }
    }

    private void run() {
        while (!closed) {
            long instantNs = atNs.get();
            if (instantNs == NEVER) {
                LockSupport.park(this);
                continue;
            }
            long leftNs = instantNs - EARLY_NS - clock.epochNanos();
            if (leftNs > 0) {
                LockSupport.parkNanos(this, leftNs);
            } else {
                wake.run();
                // Until the relay sets the next instant; it may already have set it.
                atNs.compareAndSet(instantNs, NEVER);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
