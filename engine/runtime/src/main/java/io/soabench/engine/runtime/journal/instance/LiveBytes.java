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
    /** For each instance the highest number of its records, and then pairs of a segment and the bytes in it. */
    private final Map<Long, long[]> places = new HashMap<>();

    /** The bytes in each segment that has some. */
    private final Map<Long, long[]> bySegment = new HashMap<>();

    /** The segment to which records are added at the moment, and its bytes; null when it has none. */
    private long newest;

    private long[] newestBytes;

    private long sum;

    /** The number of places that belong to instances; those of answers have negative numbers. */
    private int instances;

    /**
     * Adds bytes of an instance in a segment.
     *
     * @param sequence the number of the record with these bytes
     */
    void add(long instance, long sequence, long segment, long bytes) {
        sum += bytes;
        if (newestBytes == null || segment != newest) {
            newest = segment;
            newestBytes = bySegment.computeIfAbsent(segment, first -> new long[1]);
        }
        newestBytes[0] += bytes;
        long[] pairs = places.get(instance);
        if (pairs == null) {
            places.put(instance, new long[] {sequence, segment, bytes});
            instances += instance > 0 ? 1 : 0;
            return;
        }
        pairs[0] = Math.max(pairs[0], sequence);
        for (int at = 1; at < pairs.length; at += 2) {
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

    /** Returns the highest number of a record of an instance; {@link Long#MIN_VALUE} when it has none. */
    long last(long instance) {
        long[] pairs = places.get(instance);
        return pairs == null ? Long.MIN_VALUE : pairs[0];
    }

    /** Removes all bytes of an instance, because it has ended or a snapshot has replaced them. */
    void remove(long instance) {
        long[] pairs = places.remove(instance);
        instances -= pairs != null && instance > 0 ? 1 : 0;
        for (int at = 1; pairs != null && at < pairs.length; at += 2) {
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
        for (int at = 1; pairs != null && at < pairs.length; at += 2) {
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
