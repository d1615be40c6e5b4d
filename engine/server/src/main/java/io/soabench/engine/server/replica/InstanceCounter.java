package io.soabench.engine.server.replica;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The source of the numbers of the instances of one replica. Replicas that are threads have one each, and use the
 * numbers with one remainder. No two of these sources are in one cache line.
 *
 * <p>Thread-safe, without locks.
 */
public final class InstanceCounter {
    /** The distance of the counter from other objects: 16 numbers, or 128 bytes, are two cache lines. */
    private static final int DISTANCE = 16;

    private final AtomicLongArray last = new AtomicLongArray(2 * DISTANCE);
    private final int step;

    /**
     * Creates a source.
     *
     * @param before the number before the first one
     * @param step the difference of two numbers in a row
     */
    public InstanceCounter(long before, int step) {
        last.set(DISTANCE, before);
        this.step = step;
    }

    /** Returns the next number; from any thread. */
    public long next() {
        return last.addAndGet(DISTANCE, step);
    }

    /** Raises the last number, unless it is higher; later numbers follow it by one step and more. */
    public void raise(long least) {
        last.accumulateAndGet(DISTANCE, least, Math::max);
    }
}
