package io.soabench.load.replay;

import io.soabench.plan.HostClock;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/**
 * A wait until an instant: it parks until {@link #SPIN_NS} before and spins for the rest. A parked thread of Linux
 * wakes up late by the timer slack of 50 µs and its own wake-up.
 *
 * <p>Safe for use by many threads.
 */
final class PreciseWait {

    /** The part of a wait that is not parked; about half of it is lost to the late wake-up, the rest is spun. */
    static final long SPIN_NS = 100_000;

    private final HostClock clock;
    private final LongConsumer park;
    private final BooleanSupplier stopped;

    /**
     * @param park parks the calling thread for so many nanoseconds; may return early
     * @param stopped ends every wait
     */
    PreciseWait(HostClock clock, LongConsumer park, BooleanSupplier stopped) {
        this.clock = clock;
        this.park = park;
        this.stopped = stopped;
    }

    /**
     * Waits until that instant and returns true, or returns false as soon as the replay is stopped.
     *
     * @param changed ends the wait early, with true
     */
    boolean until(long atNs, BooleanSupplier changed) {
        while (!stopped.getAsBoolean()) {
            if (changed.getAsBoolean()) {
                return true;
            }
            long leftNs = atNs - clock.epochNanos();
            if (leftNs <= 0) {
                return true;
            }
            if (leftNs > SPIN_NS) {
                park.accept(leftNs - SPIN_NS);
                if (Thread.currentThread().isInterrupted()) {
                    return false;
                }
            } else {
                Thread.onSpinWait();
            }
        }
        return false;
    }
}
