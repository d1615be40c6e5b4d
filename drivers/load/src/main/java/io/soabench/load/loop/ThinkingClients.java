package io.soabench.load.loop;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The clients that think, ordered by the end of their think time. Thread-safe. */
final class ThinkingClients {

    private final PriorityQueue<VirtualClient> thinking =
            new PriorityQueue<>(Comparator.comparingLong(virtualClient -> virtualClient.turn.intendedNs()));

    /** Adds a client; returns whether it is the next one now. */
    synchronized boolean add(VirtualClient virtualClient) {
        thinking.add(virtualClient);
        return thinking.peek() == virtualClient;
    }

    /** Removes and returns the next client if it is due by then, else null. */
    synchronized VirtualClient due(long nowNs) {
        VirtualClient next = thinking.peek();
        return next != null && next.turn.intendedNs() <= nowNs ? thinking.poll() : null;
    }

    /** Removes and returns all clients. */
    synchronized List<VirtualClient> clear() {
        List<VirtualClient> all = List.copyOf(thinking);
        thinking.clear();
        return all;
    }

    /** Returns how many think. */
    synchronized int size() {
        return thinking.size();
    }

    /** Returns when the next client is due; {@link Long#MAX_VALUE} when there is none. */
    synchronized long nextNs() {
        VirtualClient next = thinking.peek();
        return next == null ? Long.MAX_VALUE : next.turn.intendedNs();
    }
}
