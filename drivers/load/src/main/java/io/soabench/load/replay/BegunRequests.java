package io.soabench.load.replay;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A counter of the requests of the measurement as they begin, because events wait for some of them. Safe for use by
 * many threads.
 */
final class BegunRequests {

    private final AtomicLong count = new AtomicLong();
    private final long[] awaited;
    private final Runnable reached;

    /**
     * Creates a counter before the first request.
     *
     * @param awaited numbers of requests, from 1
     * @param reached called at once, on the thread of the request, when the count is one of these numbers; must not
     *     wait
     */
    BegunRequests(long[] awaited, Runnable reached) {
        this.awaited = awaited.clone();
        Arrays.sort(this.awaited);
        this.reached = reached;
    }

    void begin() {
        if (Arrays.binarySearch(awaited, count.incrementAndGet()) >= 0) {
            reached.run();
        }
    }

    long count() {
        return count.get();
    }
}
