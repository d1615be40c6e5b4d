package io.soabench.mock;

import java.util.PriorityQueue;

/**
 * What an instance has to do, on paper: how many requests it works on when another begins, and when a place becomes free. No request
 * waits in it; it says when each one ends. As the plan of a request never changes afterwards, the time of each depends on those that came
 * before it alone. Safe for use by many threads, which wait for each other for the time of a queue operation.
 */
final class ServiceDesk {

    private final int capacity;
    private final long perConcurrentNs;
    /** Planned ends of the requests on which the instance works; of each place the last one that was given it. */
    private final PriorityQueue<Long> ends = new PriorityQueue<>();

    private final PaperQueue queue = new PaperQueue();

    /**
     * An instance with nothing to do.
     *
     * @param capacity requests on which it works at a time, those beyond wait in the order of their arrival; 0: any number
     * @param perConcurrentNs what each other request on which it works adds to one that begins
     */
    ServiceDesk(int capacity, long perConcurrentNs) {
        this.capacity = capacity;
        this.perConcurrentNs = perConcurrentNs;
    }

    /**
     * Takes a request.
     *
     * @param arrivalNs when it came
     * @param responseNs its own response time, as drawn
     * @return when it ends: begin + own response time + what the others add that are worked on when it begins
     */
    synchronized long end(long arrivalNs, long responseNs) {
        release(arrivalNs);
        long beginNs = arrivalNs;
        if (capacity > 0 && ends.size() == capacity) {
            beginNs = ends.remove();
            release(beginNs);
        }
        queue.add(arrivalNs, beginNs);
        long endNs = beginNs + responseNs + perConcurrentNs * ends.size();
        ends.add(endNs);
        return endNs;
    }

    /** How many requests wait for a place at a time that is not before the last one came. */
    int waiting(long nowNs) {
        return queue.length(nowNs);
    }

    private void release(long nowNs) {
        while (!ends.isEmpty() && ends.peek() <= nowNs) {
            ends.remove();
        }
    }
}
