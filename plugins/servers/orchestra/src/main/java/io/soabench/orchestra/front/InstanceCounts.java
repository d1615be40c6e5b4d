package io.soabench.orchestra.front;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many instances began and how they ended, counted when Orchestra has committed it. One for the program, because Orchestra
 * makes its recorder itself, by the name of its class. Safe for use by many threads.
 */
final class InstanceCounts {

    /** The only one. */
    static final InstanceCounts TOTAL = new InstanceCounts();

    private final AtomicLong started = new AtomicLong();
    private final AtomicLong completed = new AtomicLong();
    private final AtomicLong faulted = new AtomicLong();

    void started() {
        started.incrementAndGet();
    }

    void completed() {
        completed.incrementAndGet();
    }

    void faulted() {
        faulted.incrementAndGet();
    }

    /**
     * The counts at one time, in the names of all engines of SOABench.
     *
     * @param instancesActive started and not ended
     */
    record Counts(long instancesStarted, long instancesCompleted, long instancesFaulted, long instancesActive) {}

    /** The counts now; the ends are read first, so that never more have ended than begun. */
    Counts counts() {
        long ends = completed.get();
        long faults = faulted.get();
        long begun = started.get();
        return new Counts(begun, ends, faults, begun - ends - faults);
    }
}
