package io.soabench.mock;

import java.util.PriorityQueue;

/**
 * A model of the limited capacity of an instance. It simulates the requests in service and the places that become free;
 * no real request waits in it. The plan of a request never changes afterwards, so its end depends on earlier requests
 * alone.
 *
 * <p>Safe for use by many threads, which wait for each other for the time of a queue operation.
 */
final class CapacityModel {

    private final int capacity;
    private final long perConcurrentNs;
    /** The planned ends of the requests in service, one for each occupied place. */
    private final PriorityQueue<Long> ends = new PriorityQueue<>();

    private final VirtualQueue queue = new VirtualQueue();

    /**
     * Creates an idle instance.
     *
     * @param capacity number of requests in service at a time; further ones wait in order of arrival; 0 for any number
     * @param perConcurrentNs time that each other request in service adds to a request that begins
     */
    CapacityModel(int capacity, long perConcurrentNs) {
        this.capacity = capacity;
        this.perConcurrentNs = perConcurrentNs;
    }

    /**
     * Adds a request.
     *
     * @param arrivalNs instant of arrival
     * @param responseNs its own response time, as drawn
     * @return its end: begin + own response time + time that the requests in service at its begin add
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

    /** Returns the number of requests that wait for a place at a time that is not before the last arrival. */
    int waiting(long nowNs) {
        return queue.length(nowNs);
    }

    private void release(long nowNs) {
        while (!ends.isEmpty() && ends.peek() <= nowNs) {
            ends.remove();
        }
    }
}
