package io.soabench.agent.daemon;

import io.soabench.agent.protocol.HostOrder;
import io.soabench.agent.protocol.HostPart;
import io.soabench.plan.HostClock;
import java.time.Duration;

/**
 * A limit of the time for which an agent works and waits without hearing from its driver. Safe for use by many threads.
 */
final class Lease {

    /** The time that an agent waits when no repetition is placed. */
    static final Duration IDLE = Duration.ofMinutes(10);

    private final HostClock clock;
    private long heardNs;
    private long overNs;
    private boolean placed;

    Lease(HostClock clock) {
        this.clock = clock;
        heardNs = clock.epochNanos();
    }

    /** Renews the lease. */
    synchronized void renew() {
        heardNs = clock.epochNanos();
    }

    /** Renews the lease at an order. */
    synchronized void renew(HostOrder order) {
        renew();
        if (order instanceof HostOrder.Place place) {
            HostPart part = place.part();
            placed = true;
            overNs = heardNs + Duration.ofMillis(part.leaseMs()).toNanos();
        } else if (order instanceof HostOrder.Clean) {
            placed = false;
        }
    }

    /** Returns whether the time of the repetition is over; true once for each repetition. */
    synchronized boolean isOver() {
        if (placed && clock.epochNanos() >= overNs) {
            placed = false;
            return true;
        }
        return false;
    }

    /** Returns whether the agent has nothing to do, and no driver has been connected for a long time. */
    synchronized boolean isIdle() {
        return !placed && clock.epochNanos() - heardNs >= IDLE.toNanos();
    }
}
