package io.soabench.analyzer.repetition;

import java.math.BigDecimal;

/**
 * A distribution of latencies in logarithmic buckets: twenty a decade, from one microsecond to a thousand seconds. Their bounds are the
 * preferred numbers of the series R20 (ISO 3), which are round.
 */
public final class LogarithmicHistogram {

    private static final double[] R20 = {
        1, 1.12, 1.25, 1.4, 1.6, 1.8, 2, 2.24, 2.5, 2.8, 3.15, 3.55, 4, 4.5, 5, 5.6, 6.3, 7.1, 8, 9
    };

    private static final int PER_DECADE = R20.length;
    private static final int BUCKETS = 9 * PER_DECADE;
    private static final double NS_PER_US = 1e3;
    private static final double US_PER_MS = 1e3;

    private final long[] succeeded = new long[BUCKETS];
    private final long[] failed = new long[BUCKETS];

    /** Creates an empty histogram. */
    public LogarithmicHistogram() {}

    /** Counts a request. A latency out of range falls into the first or last bucket. */
    void add(long latencyNs, boolean success) {
        double ms = latencyNs / NS_PER_US / US_PER_MS;
        int bucket = latencyNs <= 0 ? 0 : (int) Math.floor(PER_DECADE * Math.log10(latencyNs / NS_PER_US));
        bucket = Math.max(0, Math.min(BUCKETS - 1, bucket));
        // A round bound is less than three percent from the exact one.
        if (bucket > 0 && ms < lowMs(bucket)) {
            bucket--;
        } else if (bucket < BUCKETS - 1 && ms >= lowMs(bucket + 1)) {
            bucket++;
        }
        (success ? succeeded : failed)[bucket]++;
    }

    /** Adds the counts of another histogram. */
    public void add(LogarithmicHistogram other) {
        for (int i = 0; i < BUCKETS; i++) {
            succeeded[i] += other.succeeded[i];
            failed[i] += other.failed[i];
        }
    }

    /** Returns the first bucket with a request; {@link #end()} when there is none. */
    public int begin() {
        int i = 0;
        while (i < BUCKETS && succeeded[i] + failed[i] == 0) {
            i++;
        }
        return i == BUCKETS ? end() : i;
    }

    /** Returns one more than the last bucket with a request. */
    public int end() {
        int i = BUCKETS;
        while (i > 0 && succeeded[i - 1] + failed[i - 1] == 0) {
            i--;
        }
        return i;
    }

    /** Returns the lower bound of a bucket in milliseconds. */
    public double lowMs(int bucket) {
        // From a text, so that it is the number that a reader would write.
        return new BigDecimal(String.valueOf(R20[bucket % PER_DECADE]))
                .scaleByPowerOfTen(bucket / PER_DECADE - 3)
                .doubleValue();
    }

    /** Returns the number of successful requests in a bucket. */
    public long succeeded(int bucket) {
        return succeeded[bucket];
    }

    /** Returns the number of failed requests in a bucket. */
    public long failed(int bucket) {
        return failed[bucket];
    }
}
