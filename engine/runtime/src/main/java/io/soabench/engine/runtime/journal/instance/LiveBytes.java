package io.soabench.engine.runtime.journal.instance;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The bytes of records of instances that have not ended, by segments.
 *
 * <p>Threading: callers hold a lock. Cost: about 100 bytes of memory for each instance.
 */
final class LiveBytes {
    /** Pairs of a segment and the bytes in it, for each instance. */
    private final Map<Long, long[]> places = new HashMap<>();

    /** The bytes in each segment that has some. */
    private final Map<Long, long[]> bySegment = new HashMap<>();

    /** The segment to which records are added at the moment, and its bytes; null when it has none. */
    private long newest;

    private long[] newestBytes;

    private long sum;

    /** The number of places that belong to instances; those of answers have negative numbers. */
    private int instances;

    /** Adds bytes of an instance in a segment. */
    void add(long instance, long segment, long bytes) {
        sum += bytes;
        if (newestBytes == null || segment != newest) {
            newest = segment;
            newestBytes = bySegment.computeIfAbsent(segment, first -> new long[1]);
        }
        newestBytes[0] += bytes;
        long[] pairs = places.get(instance);
        if (pairs == null) {
            places.put(instance, new long[] {segment, bytes});
            instances += instance > 0 ? 1 : 0;
            return;
        }
        for (int at = 0; at < pairs.length; at += 2) {
            if (pairs[at] == segment) {
                pairs[at + 1] += bytes;
                return;
            }
        }
        long[] longer = Arrays.copyOf(pairs, pairs.length + 2);
        longer[pairs.length] = segment;
        longer[pairs.length + 1] = bytes;
        places.put(instance, longer);
    }

    /** Removes an instance, which has ended. */
    void remove(long instance) {
        long[] pairs = places.remove(instance);
        instances -= pairs != null && instance > 0 ? 1 : 0;
        for (int at = 0; pairs != null && at < pairs.length; at += 2) {
            subtract(pairs[at], pairs[at + 1]);
        }
    }

    private void subtract(long segment, long bytes) {
        sum -= bytes;
        long[] left = bySegment.get(segment);
        left[0] -= bytes;
        if (left[0] == 0) {
            bySegment.remove(segment);
            newestBytes = segment == newest ? null : newestBytes;
        }
    }

    /** Removes the bytes of an instance in a segment that is released. */
    void remove(long instance, long segment) {
        long[] pairs = places.get(instance);
        for (int at = 0; pairs != null && at < pairs.length; at += 2) {
            if (pairs[at] == segment) {
                subtract(segment, pairs[at + 1]);
                long[] shorter = new long[pairs.length - 2];
                System.arraycopy(pairs, 0, shorter, 0, at);
                System.arraycopy(pairs, at + 2, shorter, at, shorter.length - at);
                places.put(instance, shorter);
                return;
            }
        }
    }

    /** Returns whether an instance has records and has not ended. */
    boolean isLive(long instance) {
        return places.containsKey(instance);
    }

    /** Returns whether a segment has records of instances that have not ended. */
    boolean isNeeded(long segment) {
        return bySegment.containsKey(segment);
    }

    int instances() {
        return instances;
    }

    /** Returns the bytes of all instances. */
    long sum() {
        return sum;
    }
}
