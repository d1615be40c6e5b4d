package io.soabench.analyzer.folder;

import java.util.Arrays;

/**
 * The times of the partner calls of measured, successful requests, from arrival to end of the answer. Memory is bounded: of more calls than
 * fit, those of a part of the requests are kept, each request with all its calls. The part does not depend on the response times. Not
 * thread-safe.
 */
public final class CallTimes {

    /** Number of calls that are kept, 28 bytes each, before requests are left out. */
    private static final int MOST_CALLS = 1_000_000;

    /** End of a call that was never answered. */
    private static final long UNANSWERED = Long.MIN_VALUE;

    private final int most;
    private int[] requests = new int[1024];
    private long[] arrivals = new long[1024];
    private long[] ends = new long[1024];
    private long[] leastEnds = new long[1024];
    private int size;
    private int mask;

    /** A receiver of the calls of a request. */
    public interface Receiver {

        /**
         * Takes the calls of a request in the order of their arrivals.
         *
         * @param request its index among the samples
         * @param leastEndsNs planned ends of the calls that were recorded later; a busy machine may record an end late
         */
        void take(int request, long[] arrivalsNs, long[] endsNs, long[] leastEndsNs);
    }

    CallTimes() {
        this(MOST_CALLS);
    }

    /**
     * Creates an empty collection.
     *
     * @param most number of calls that are kept
     */
    CallTimes(int most) {
        this.most = most;
    }

    /**
     * Adds a call.
     *
     * @param plannedNs planned duration; no partner answers earlier
     * @param endNs time of the end of its answer; 0 without an answer
     */
    void add(int request, long arrivalNs, long plannedNs, long endNs) {
        if ((mixed(request) & mask) != 0) {
            return;
        }
        if (size == most) {
            thin();
            add(request, arrivalNs, plannedNs, endNs);
            return;
        }
        if (size == requests.length) {
            int larger = Math.min(most, size * 2);
            requests = Arrays.copyOf(requests, larger);
            arrivals = Arrays.copyOf(arrivals, larger);
            ends = Arrays.copyOf(ends, larger);
            leastEnds = Arrays.copyOf(leastEnds, larger);
        }
        requests[size] = request;
        arrivals[size] = arrivalNs;
        ends[size] = endNs == 0 ? UNANSWERED : endNs;
        leastEnds[size] = Math.min(endNs, arrivalNs + plannedNs);
        size++;
    }

    /** Leaves out about half of the requests. A single request with too many calls is left out in the end. */
    private void thin() {
        while (size == most) {
            mask = mask << 1 | 1;
            int kept = 0;
            for (int i = 0; i < size; i++) {
                if ((mixed(requests[i]) & mask) == 0) {
                    requests[kept] = requests[i];
                    arrivals[kept] = arrivals[i];
                    ends[kept] = ends[i];
                    leastEnds[kept] = leastEnds[i];
                    kept++;
                }
            }
            size = kept;
            if (mask == -1) {
                return;
            }
        }
    }

    /** Returns the bits of a request's index, mixed so that neighbours have nothing in common (the finalizer of MurmurHash3). */
    private static int mixed(int request) {
        int bits = request + 1;
        bits = (bits ^ bits >>> 16) * 0x85ebca6b;
        bits = (bits ^ bits >>> 13) * 0xc2b2ae35;
        return bits ^ bits >>> 16;
    }

    /** Gives the calls of each request to a receiver. Requests with a call that was never answered are left out. */
    public void each(Receiver receiver) {
        long[] order = new long[size];
        for (int i = 0; i < size; i++) {
            order[i] = (long) requests[i] << Integer.SIZE | i;
        }
        Arrays.sort(order);
        for (int from = 0; from < size; ) {
            int request = (int) (order[from] >>> Integer.SIZE);
            int to = from;
            while (to < size && (int) (order[to] >>> Integer.SIZE) == request) {
                to++;
            }
            give(request, order, from, to, receiver);
            from = to;
        }
    }

    private void give(int request, long[] order, int from, int to, Receiver receiver) {
        long[] arrivalsNs = new long[to - from];
        long[] endsNs = new long[to - from];
        long[] leastNs = new long[to - from];
        for (int i = 0; i < arrivalsNs.length; i++) {
            int call = (int) order[from + i];
            if (ends[call] == UNANSWERED) {
                return;
            }
            // Calls are mostly in the order of their arrivals already.
            int at = i;
            for (; at > 0 && arrivalsNs[at - 1] > arrivals[call]; at--) {
                arrivalsNs[at] = arrivalsNs[at - 1];
                endsNs[at] = endsNs[at - 1];
                leastNs[at] = leastNs[at - 1];
            }
            arrivalsNs[at] = arrivals[call];
            endsNs[at] = ends[call];
            leastNs[at] = leastEnds[call];
        }
        receiver.take(request, arrivalsNs, endsNs, leastNs);
    }
}
