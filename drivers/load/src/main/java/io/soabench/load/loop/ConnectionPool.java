package io.soabench.load.loop;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The connections to one server and the requests in flight. Requests are listed by deadline; requests that wait for a
 * connection are served in the order of their begin. The connection that was used last is used first, so that the pool
 * grows only when all are busy. All time-outs are equally long, so the order of deadlines is the order of begins, up to
 * the difference between two threads. Thread-safe; every method takes a few instructions.
 */
final class ConnectionPool {

    private final ServerChannels channels;
    private final int most;
    private final Deque<ClientConnection> idle = new ArrayDeque<>();
    private final Deque<InFlightRequest> waiting = new ArrayDeque<>();
    private final List<ClientConnection> connections = new ArrayList<>();
    private InFlightRequest first;
    private InFlightRequest last;
    private boolean closed;

    /** @param most connections at once */
    ConnectionPool(ServerChannels channels, int most) {
        this.channels = channels;
        this.most = most;
    }

    /** Returns a connection for one client alone. */
    synchronized ClientConnection own() {
        ClientConnection connection = new ClientConnection(connections.size() + 1, channels);
        connections.add(connection);
        return connection;
    }

    /** Returns a free connection for any request; null when there are as many as are allowed. */
    synchronized ClientConnection ahead() {
        if (closed || connections.size() >= most) {
            return null;
        }
        ClientConnection connection = own();
        idle.push(connection);
        return connection;
    }

    /** The result of {@link #enter}. */
    enum Entry {
        /** The pool is closed. */
        REFUSED,
        /** The request waits for a connection. */
        WAITS,
        /** The request has a connection. */
        READY
    }

    /** Adds a request and gives it a connection, or lets it wait for one. */
    synchronized Entry enter(InFlightRequest inFlight) {
        if (closed) {
            return Entry.REFUSED;
        }
        inFlight.listed = true;
        inFlight.earlier = last;
        if (last == null) {
            first = inFlight;
        } else {
            last.later = inFlight;
        }
        last = inFlight;
        if (inFlight.virtualClient != null && inFlight.virtualClient.own != null) {
            inFlight.connection = inFlight.virtualClient.own;
        } else if (!idle.isEmpty()) {
            inFlight.connection = idle.pop();
        } else if (connections.size() < most) {
            inFlight.connection = own();
        } else {
            inFlight.waited = true;
            waiting.add(inFlight);
            return Entry.WAITS;
        }
        return Entry.READY;
    }

    /**
     * Releases a request that has ended. A request that has waited until its time was over gets no connection any more.
     *
     * @return the one that waited longest and has its connection now, or null
     */
    synchronized InFlightRequest leave(InFlightRequest inFlight, long nowNs) {
        strike(inFlight);
        return release(inFlight, nowNs);
    }

    /**
     * Takes the connection of a request that does not need it any more.
     *
     * @return the one that waited longest and has its connection now, or null
     */
    synchronized InFlightRequest release(InFlightRequest inFlight, long nowNs) {
        ClientConnection connection = inFlight.connection;
        if (inFlight.released) {
            return null;
        }
        inFlight.released = true;
        if (connection == null || (inFlight.virtualClient != null && inFlight.virtualClient.own != null)) {
            return null;
        }
        InFlightRequest next = waiting.poll();
        while (next != null && next.deadlineNs <= nowNs) {
            next = waiting.poll();
        }
        if (next == null) {
            idle.push(connection);
        } else {
            next.grantedNs = nowNs;
            next.connection = connection;
        }
        return next;
    }

    private void strike(InFlightRequest inFlight) {
        if (!inFlight.listed) {
            return;
        }
        inFlight.listed = false;
        if (inFlight.earlier == null) {
            first = inFlight.later;
        } else {
            inFlight.earlier.later = inFlight.later;
        }
        if (inFlight.later == null) {
            last = inFlight.earlier;
        } else {
            inFlight.later.earlier = inFlight.earlier;
        }
        inFlight.earlier = null;
        inFlight.later = null;
    }

    /** Returns the request with the earliest deadline, or null. */
    synchronized InFlightRequest first() {
        return first;
    }

    /** Takes a request that has no connection out of the queue; false when it has one. */
    synchronized boolean unqueue(InFlightRequest inFlight) {
        if (inFlight.connection != null) {
            return false;
        }
        waiting.remove(inFlight);
        return true;
    }

    /** Closes the pool: it takes no more requests. */
    synchronized void close() {
        closed = true;
    }

    /** Returns the number of connections. */
    synchronized int size() {
        return connections.size();
    }

    /** Returns all connections. */
    synchronized List<ClientConnection> all() {
        return List.copyOf(connections);
    }
}
