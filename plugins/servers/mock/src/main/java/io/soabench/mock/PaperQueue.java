package io.soabench.mock;

import java.util.ArrayDeque;
import java.util.Deque;

/** Requests that wait on paper: each from one time to another, both known when it comes. Safe for use by many threads. */
final class PaperQueue {

    private final Deque<Wait> waits = new ArrayDeque<>();

    private record Wait(long fromNs, long toNs) {}

    /** Takes a request that waits in {@code [fromNs, toNs)}; one that does not wait at all costs nothing. */
    void add(long fromNs, long toNs) {
        if (toNs > fromNs) {
            synchronized (waits) {
                // Those before it are served before it, so nobody who still waits is hidden behind one who does not.
                while (!waits.isEmpty() && waits.getFirst().toNs() <= fromNs) {
                    waits.removeFirst();
                }
                waits.addLast(new Wait(fromNs, toNs));
            }
        }
    }

    /** How many it remembers. */
    int kept() {
        synchronized (waits) {
            return waits.size();
        }
    }

    /** How many wait at a time that is not before the last one came. */
    int length(long nowNs) {
        synchronized (waits) {
            return (int) waits.stream()
                    .filter(wait -> wait.fromNs() <= nowNs && nowNs < wait.toNs())
                    .count();
        }
    }
}
