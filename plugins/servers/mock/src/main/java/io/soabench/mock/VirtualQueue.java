package io.soabench.mock;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A simulated queue of requests. Each request waits from one time to another, both known on its arrival. Safe for use
 * by many threads.
 */
final class VirtualQueue {

    private final Deque<Wait> waits = new ArrayDeque<>();

    private record Wait(long fromNs, long toNs) {}

    /** Adds a request that waits in {@code [fromNs, toNs)}; a request that does not wait costs nothing. */
    void add(long fromNs, long toNs) {
        if (toNs > fromNs) {
            synchronized (waits) {
                // Requests are served in order, so no waiting request is behind one that does not wait.
                while (!waits.isEmpty() && waits.getFirst().toNs() <= fromNs) {
                    waits.removeFirst();
                }
                waits.addLast(new Wait(fromNs, toNs));
            }
        }
    }

    /** Returns the number of remembered waits. */
    int kept() {
        synchronized (waits) {
            return waits.size();
        }
    }

    /** Returns the number of waiting requests at a time that is not before the last arrival. */
    int length(long nowNs) {
        synchronized (waits) {
            return (int) waits.stream()
                    .filter(wait -> wait.fromNs() <= nowNs && nowNs < wait.toNs())
                    .count();
        }
    }
}
