package io.soabench.engine.runtime.kernel;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * An array of numbers, one for each stripe of threads, and one number that all threads share. No two of them are in one
 * cache line, so threads of different stripes do not slow each other down.
 *
 * <p>A thread always has the same stripe. Threads that are made one after the other, such as the event loops of a
 * replica, have different stripes until all stripes are taken.
 *
 * <p>Thread-safe, without locks. All reads and writes are volatile.
 */
final class ThreadStripes {
    private static final int FEWEST = 8;
    private static final int MOST = 64;

    /** The distance of two numbers: 16 of them, or 128 bytes, because processors load cache lines in pairs. */
    private static final int DISTANCE_BITS = 4;

    /** The number of stripes: a power of two, at least twice the number of processors, from 8 to 64. */
    static final int COUNT = count(Runtime.getRuntime().availableProcessors());

    /** The place of the number that all threads share. */
    static final int SHARED = COUNT;

    private final AtomicLongArray numbers = new AtomicLongArray((SHARED + 3) << DISTANCE_BITS);

    /** Returns the number of stripes for a number of processors. */
    static int count(int processors) {
        int twice = Integer.highestOneBit(4 * Math.min(MOST, processors) - 1);
        return Math.min(MOST, Math.max(FEWEST, twice));
    }

    /** Returns the stripe of the calling thread. */
    static int own() {
        return (int) (Thread.currentThread().getId() & (COUNT - 1));
    }

    private static int place(int stripe) {
        // The first place keeps its distance from the head of the array.
        return (stripe + 1) << DISTANCE_BITS;
    }

    /** Returns the number of a stripe. */
    long get(int stripe) {
        return numbers.get(place(stripe));
    }

    /** Adds to the number of a stripe. */
    void add(int stripe, long change) {
        numbers.addAndGet(place(stripe), change);
    }

    /**
     * Sets the number of a stripe if it has the expected value.
     *
     * @return the value that was found; it is the expected one exactly when the number was set
     */
    long replace(int stripe, long expected, long next) {
        return numbers.compareAndExchange(place(stripe), expected, next);
    }

    /** Sets the number of a stripe to zero, and returns what it was. */
    long takeAll(int stripe) {
        return get(stripe) == 0 ? 0 : numbers.getAndSet(place(stripe), 0);
    }

    /** Returns the sum of the numbers of all stripes, without the shared one. Changes meanwhile may be in it or not. */
    long sum() {
        long sum = 0;
        for (int stripe = 0; stripe < COUNT; stripe++) {
            sum += get(stripe);
        }
        return sum;
    }
}
