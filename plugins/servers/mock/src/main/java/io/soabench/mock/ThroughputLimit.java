package io.soabench.mock;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A simulated server with a first-come-first-served queue. It accepts a request when the gap after the preceding one
 * has passed. No real request waits in it: it computes the delay of each. Lock-free.
 */
final class ThroughputLimit {

    private final AtomicLong freeNs = new AtomicLong(Long.MIN_VALUE);

    /**
     * Accepts a request.
     *
     * @param arrivalNs instant of arrival
     * @param gapNs time from the start of this request to the earliest start of the next one
     * @return its begin, not before its arrival
     */
    long begin(long arrivalNs, long gapNs) {
        long free = freeNs.getAndUpdate(old -> Math.max(old, arrivalNs) + gapNs);
        return Math.max(free, arrivalNs);
    }
}
