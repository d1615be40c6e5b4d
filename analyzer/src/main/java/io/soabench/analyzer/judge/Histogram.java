package io.soabench.analyzer.judge;

/** A distribution of latencies in logarithmic buckets: twenty a decade, from one microsecond to a thousand seconds. */
public final class Histogram {

    private static final int PER_DECADE = 20;
    private static final int BUCKETS = 9 * PER_DECADE;
    private static final double NS_PER_US = 1e3;
    private static final double US_PER_MS = 1e3;

    private final long[] succeeded = new long[BUCKETS];
    private final long[] failed = new long[BUCKETS];

    /** An empty histogram. */
    public Histogram() {}

    /** Counts a request. What is out of range falls into the first or last bucket. */
    void add(long latencyNs, boolean success) {
        int bucket = latencyNs <= 0 ? 0 : (int) Math.floor(PER_DECADE * Math.log10(latencyNs / NS_PER_US));
        bucket = Math.max(0, Math.min(BUCKETS - 1, bucket));
        (success ? succeeded : failed)[bucket]++;
    }

    /** Adds the counts of another one. */
    void add(Histogram other) {
        for (int i = 0; i < BUCKETS; i++) {
            succeeded[i] += other.succeeded[i];
            failed[i] += other.failed[i];
        }
    }

    /** First bucket with a request; {@link #end()} when there is none. */
    public int begin() {
        int i = 0;
        while (i < BUCKETS && succeeded[i] + failed[i] == 0) {
            i++;
        }
        return i == BUCKETS ? end() : i;
    }

    /** One more than the last bucket with a request. */
    public int end() {
        int i = BUCKETS;
        while (i > 0 && succeeded[i - 1] + failed[i - 1] == 0) {
            i--;
        }
        return i;
    }

    /** Lower bound of a bucket in milliseconds. */
    public double lowMs(int bucket) {
        return Math.pow(10, (double) bucket / PER_DECADE) / US_PER_MS;
    }

    /** Successful requests in a bucket. */
    public long succeeded(int bucket) {
        return succeeded[bucket];
    }

    /** Failed requests in a bucket. */
    public long failed(int bucket) {
        return failed[bucket];
    }
}
