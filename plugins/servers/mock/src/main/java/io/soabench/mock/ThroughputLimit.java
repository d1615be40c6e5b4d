package io.soabench.mock;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A server with a first-come-first-served queue that exists on paper only: it accepts a request when the gap after the one
 * before has passed. No request waits in it; it says how long each one has to be delayed. Lock-free.
 */
final class ThroughputLimit {

    private final AtomicLong freeNs = new AtomicLong(Long.MIN_VALUE);

    /**
     * Accepts a request.
     *
     * @param arrivalNs when it came
     * @param gapNs how long the next one has to wait after the begin of this one
     * @return when it begins, not before it came
     */
    long begin(long arrivalNs, long gapNs) {
        long free = freeNs.getAndUpdate(old -> Math.max(old, arrivalNs) + gapNs);
        return Math.max(free, arrivalNs);
    }
}
