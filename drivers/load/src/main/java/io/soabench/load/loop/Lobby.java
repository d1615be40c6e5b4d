package io.soabench.load.loop;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Who is in flight, in the order of deadlines; who waits for a connection, in the order of their begin; and which connections are
 * free, the one used last first, so that there are never more than were opened ahead or flights were under way at once. All
 * time-outs are equally long, so the order of deadlines is that of begins, give or take what two threads may differ. Safe for use by
 * both threads; every method takes a few instructions.
 */
final class Lobby {

    private final Exchanges owner;
    private final int most;
    private final Deque<Wire> idle = new ArrayDeque<>();
    private final Deque<Flight> waiting = new ArrayDeque<>();
    private final List<Wire> wires = new ArrayList<>();
    private Flight first;
    private Flight last;
    private boolean closed;

    /** @param most connections at once */
    Lobby(Exchanges owner, int most) {
        this.owner = owner;
        this.most = most;
    }

    /** A connection for one client alone. */
    synchronized Wire own() {
        Wire wire = new Wire(wires.size() + 1, owner);
        wires.add(wire);
        return wire;
    }

    /** A free connection for whoever comes; null when there are as many as are allowed. */
    synchronized Wire ahead() {
        if (closed || wires.size() >= most) {
            return null;
        }
        Wire wire = own();
        idle.push(wire);
        return wire;
    }

    /** What became of a flight that wanted to be let in. */
    enum Entry {
        /** Nobody is let in any more. */
        REFUSED,
        /** It waits for a connection. */
        WAITS,
        /** It has a connection. */
        READY
    }

    /** Lets a flight in and gives it a connection, or lets it wait for one. */
    synchronized Entry enter(Flight flight) {
        if (closed) {
            return Entry.REFUSED;
        }
        flight.listed = true;
        flight.earlier = last;
        if (last == null) {
            first = flight;
        } else {
            last.later = flight;
        }
        last = flight;
        if (flight.visitor != null && flight.visitor.own != null) {
            flight.wire = flight.visitor.own;
        } else if (!idle.isEmpty()) {
            flight.wire = idle.pop();
        } else if (wires.size() < most) {
            flight.wire = own();
        } else {
            flight.waited = true;
            waiting.add(flight);
            return Entry.WAITS;
        }
        return Entry.READY;
    }

    /**
     * Lets a flight that has ended go. Who has waited until its time was over gets no connection any more.
     *
     * @return the one that waited longest and has its connection now, or null
     */
    synchronized Flight leave(Flight flight, long nowNs) {
        strike(flight);
        return release(flight, nowNs);
    }

    /**
     * Takes the connection of a flight that does not need it any more.
     *
     * @return the one that waited longest and has its connection now, or null
     */
    synchronized Flight release(Flight flight, long nowNs) {
        Wire wire = flight.wire;
        if (flight.released) {
            return null;
        }
        flight.released = true;
        if (wire == null || (flight.visitor != null && flight.visitor.own != null)) {
            return null;
        }
        Flight next = waiting.poll();
        while (next != null && next.deadlineNs <= nowNs) {
            next = waiting.poll();
        }
        if (next == null) {
            idle.push(wire);
        } else {
            next.grantedNs = nowNs;
            next.wire = wire;
        }
        return next;
    }

    private void strike(Flight flight) {
        if (!flight.listed) {
            return;
        }
        flight.listed = false;
        if (flight.earlier == null) {
            first = flight.later;
        } else {
            flight.earlier.later = flight.later;
        }
        if (flight.later == null) {
            last = flight.earlier;
        } else {
            flight.later.earlier = flight.earlier;
        }
        flight.earlier = null;
        flight.later = null;
    }

    /** The flight with the earliest deadline, or null. */
    synchronized Flight first() {
        return first;
    }

    /** Takes a flight that has no connection out of the queue; false when it has one. */
    synchronized boolean unqueue(Flight flight) {
        if (flight.wire != null) {
            return false;
        }
        waiting.remove(flight);
        return true;
    }

    /** Lets nobody in any more. */
    synchronized void close() {
        closed = true;
    }

    /** Connections that there are. */
    synchronized int connections() {
        return wires.size();
    }

    /** All connections. */
    synchronized List<Wire> wires() {
        return List.copyOf(wires);
    }
}
