package io.soabench.engine.runtime.journal;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A histogram of the durations of forces. Each power of two has eight classes, so a duration is known to 13 %.
 *
 * <p>Threading: one thread records, and any thread reads.
 */
final class SyncTimes {
    private static final int CLASS_BITS = 3;
    private static final int CLASSES = 1 << CLASS_BITS;

    private final AtomicLongArray counts = new AtomicLongArray(Long.SIZE * CLASSES);

    /** Counts a force of a duration in nanoseconds. */
    void record(long ns) {
        counts.incrementAndGet(classOf(Math.max(0, ns)));
    }

    /** Returns the index of the class of a duration. */
    private static int classOf(long ns) {
        if (ns < CLASSES) {
            return (int) ns;
        }
        int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(ns);
        int within = (int) (ns >>> (power - CLASS_BITS)) - CLASSES;
        return (power - CLASS_BITS + 1) * CLASSES + within;
    }

    /** Returns the longest duration of a class, in nanoseconds. */
    private static long highestOf(int place) {
        if (place < CLASSES) {
            return place;
        }
        int shift = place / CLASSES - 1;
        return ((long) (CLASSES + place % CLASSES + 1) << shift) - 1;
    }

    /** Returns the number of forces. */
    long count() {
        long sum = 0;
        for (int place = 0; place < counts.length(); place++) {
            sum += counts.get(place);
        }
        return sum;
    }

    /** Returns a time in nanoseconds that a share of the forces did not exceed; 0 when there was none. */
    long quantile(double share) {
        long wanted = (long) Math.ceil(share * count());
        long sum = 0;
        for (int place = 0; place < counts.length(); place++) {
            sum += counts.get(place);
            if (sum >= wanted && sum > 0) {
                return highestOf(place);
            }
        }
        return 0;
    }
}
