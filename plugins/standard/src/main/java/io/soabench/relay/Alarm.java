package io.soabench.relay;

import io.soabench.plan.HostClock;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Wakes the relay's thread shortly before an instant. A selector's own time-out has whole milliseconds; a parked thread of Linux wakes
 * up late by the timer slack of 50 µs, wherefore it is parked until {@link #EARLY_NS} before.
 *
 * <p>The relay's thread sets instants; the alarm's thread waits for them. The only shared state is one atomic number, and a wake-up that
 * comes too early or twice does no harm.
 */
final class Alarm implements AutoCloseable {

    /** How long before the instant the relay is woken: the timer slack and the hand-over to its thread. */
    static final long EARLY_NS = 100_000;

    /** No instant. */
    static final long NEVER = Long.MAX_VALUE;

    private final HostClock clock;
    private final Runnable wake;
    private final Thread thread;
    private final AtomicLong atNs = new AtomicLong(NEVER);
    private volatile boolean closed;

    Alarm(HostClock clock, Runnable wake) {
        this.clock = clock;
        this.wake = wake;
        this.thread = new Thread(this::run, "relay-alarm");
        thread.setDaemon(true);
        thread.start();
    }

    /** Wakes at that instant instead of another; {@link #NEVER} for no wake-up. */
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
                // Until the relay says what is next; it may have said so already.
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
