package io.soabench.load.input;

import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The times at which a client of a closed workload is present, where the number of clients changes over time. They are stretches of time in
 * their order, in nanoseconds since the start of the measurement, and do not touch each other. Immutable.
 */
public final class PresenceIntervals {

    /** A client that is there all the time. */
    public static final PresenceIntervals ALWAYS =
            new PresenceIntervals(new long[] {Long.MIN_VALUE}, new long[] {Long.MAX_VALUE});

    private static final String WARM_UP = "warm-up";
    private static final String END = "end";
    private static final String SEPARATOR = "..";

    private final long[] fromNs;
    private final long[] toNs;

    private PresenceIntervals(long[] fromNs, long[] toNs) {
        this.fromNs = fromNs;
        this.toNs = toNs;
    }

    /**
     * Parses intervals as a trace has them: {@code 2000000..5000000} in microseconds. The first may begin with {@code warm-up}, the last may
     * end with {@code end}; there may be none.
     *
     * @throws IllegalArgumentException when they are not so, or not in their order
     */
    static PresenceIntervals of(List<String> words) {
        long[] from = new long[words.size()];
        long[] to = new long[words.size()];
        for (int i = 0; i < from.length; i++) {
            int middle = words.get(i).indexOf(SEPARATOR);
            if (middle < 0) {
                throw new IllegalArgumentException(words.get(i));
            }
            String begin = words.get(i).substring(0, middle);
            String end = words.get(i).substring(middle + SEPARATOR.length());
            from[i] = begin.equals(WARM_UP) ? Long.MIN_VALUE : TimeUnit.MICROSECONDS.toNanos(Long.parseLong(begin));
            to[i] = end.equals(END) ? Long.MAX_VALUE : TimeUnit.MICROSECONDS.toNanos(Long.parseLong(end));
            if (to[i] < from[i] || (i > 0 && from[i] < to[i - 1])) {
                throw new IllegalArgumentException(words.get(i));
            }
        }
        return new PresenceIntervals(from, to);
    }

    /**
     * Returns when a client may send a request: at once when it is present, else after it has come again and thought.
     *
     * @param wantedNs since the start of the measurement
     * @param thinkNs think time of the client when it comes
     * @return since the start of the measurement; {@link Long#MAX_VALUE} when it does not come again
     */
    public long next(long wantedNs, long thinkNs) {
        for (int i = 0; i < fromNs.length; i++) {
            long at = wantedNs >= fromNs[i] ? wantedNs : fromNs[i] + thinkNs;
            if (at < toNs[i]) {
                return at;
            }
        }
        return Long.MAX_VALUE;
    }
}
