package io.soabench.load.loop;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The clients that think, by the end of their thinking. Safe for use by both threads. */
final class Agenda {

    private final PriorityQueue<Visitor> thinking =
            new PriorityQueue<>(Comparator.comparingLong(visitor -> visitor.turn.intendedNs()));

    /** Adds one; whether it is the next now. */
    synchronized boolean add(Visitor visitor) {
        thinking.add(visitor);
        return thinking.peek() == visitor;
    }

    /** Takes the next one if it is due by then, else null. */
    synchronized Visitor due(long nowNs) {
        Visitor next = thinking.peek();
        return next != null && next.turn.intendedNs() <= nowNs ? thinking.poll() : null;
    }

    /** Takes all. */
    synchronized List<Visitor> clear() {
        List<Visitor> all = List.copyOf(thinking);
        thinking.clear();
        return all;
    }

    /** How many think. */
    synchronized int size() {
        return thinking.size();
    }

    /** When the next one is due; {@link Long#MAX_VALUE} when there is none. */
    synchronized long nextNs() {
        Visitor next = thinking.peek();
        return next == null ? Long.MAX_VALUE : next.turn.intendedNs();
    }
}
