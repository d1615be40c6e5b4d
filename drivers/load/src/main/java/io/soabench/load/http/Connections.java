package io.soabench.load.http;

import io.soabench.plan.HostClock;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.LongAdder;

/**
 * The connections to one server. Idle ones are handed out last in, first out, so that there are never more than requests
 * were in flight at once. Safe for use by many threads; lock-free.
 */
public final class Connections implements AutoCloseable {

    private final InetSocketAddress address;
    private final HostClock clock;
    private final Set<Connection> all = ConcurrentHashMap.newKeySet();
    private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();
    private final LongAdder closeFailures = new LongAdder();
    private volatile boolean stopped;
    private volatile boolean hung;

    /** Opens nothing yet. */
    public Connections(InetSocketAddress address, HostClock clock) {
        this.address = address;
        this.clock = clock;
    }

    /** A connection for the caller alone, not open yet. */
    Connection fresh() {
        Connection connection = new Connection(address, clock, this);
        all.add(connection);
        return connection;
    }

    /** The idle connection that was used last, or a fresh one. */
    Connection take() {
        Connection connection = idle.pollFirst();
        return connection == null ? fresh() : connection;
    }

    /** Takes a connection back. */
    void give(Connection connection) {
        idle.addFirst(connection);
    }

    /** How many connections there are. */
    public int count() {
        return all.size();
    }

    /** Ends every wait on every connection now and in future. */
    public void stop() {
        stopped = true;
        all.forEach(Connection::wake);
    }

    /** The same, because the server hangs: what still waits then is a time-out, though its own time was not over. */
    public void hang() {
        hung = true;
        stop();
    }

    boolean stopped() {
        return stopped;
    }

    boolean hung() {
        return hung;
    }

    void closeFailed() {
        closeFailures.increment();
    }

    /** How often closing a connection failed; their descriptors are the operating system's then. */
    public long closeFailures() {
        return closeFailures.sum();
    }

    /** Closes all connections; none may be in use. */
    @Override
    public void close() {
        all.forEach(Connection::dispose);
        all.clear();
        idle.clear();
    }
}
