package io.soabench.load.http;

import io.soabench.plan.HostClock;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * The connections to one server. Idle ones are handed out last in, first out, so that there are never more than
 * requests were in flight at once, and never more than are allowed. Safe for use by many threads. Taking a free
 * connection needs no lock.
 */
public final class Connections implements AutoCloseable {

    private final ServerAddress address;
    private final HostClock clock;
    private final Set<Connection> all = ConcurrentHashMap.newKeySet();
    private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();
    private final Semaphore free;
    private final LongAdder closeFailures = new LongAdder();
    private volatile boolean stopped;
    private volatile boolean hung;

    /** The limit that allows as many connections as are needed. */
    public static final int UNLIMITED = 1 << 30;

    /**
     * Creates connections without opening any.
     *
     * @param most connections that are shared at once; {@link #UNLIMITED}
     */
    public Connections(ServerAddress address, HostClock clock, int most) {
        this.address = address;
        this.clock = clock;
        free = new Semaphore(most, true);
    }

    /**
     * The ways in which a wait for a free connection ends.
     *
     * @param connection null unless it is READY
     */
    record Waited(Connection.Wait how, Connection connection) {}

    /** Returns a connection for the caller alone, not open yet. */
    Connection fresh() {
        Connection connection = new Connection(address, clock, this);
        all.add(connection);
        return connection;
    }

    /** Returns the idle connection that was used last, or a fresh one; null when there are as many as are allowed, and none is free. */
    Connection take() {
        try {
            return free.tryAcquire(0, TimeUnit.NANOSECONDS) ? idleOrFresh() : null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** Waits for a free connection, first come, first served. */
    Waited await(long deadlineNs) {
        while (!stopped) {
            long leftNs = deadlineNs - clock.epochNanos();
            if (leftNs <= 0) {
                return new Waited(Connection.Wait.TIMED_OUT, null);
            }
            try {
                if (free.tryAcquire(leftNs, TimeUnit.NANOSECONDS)) {
                    if (!stopped) {
                        return new Waited(Connection.Wait.READY, idleOrFresh());
                    }
                    free.release();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        return new Waited(Connection.Wait.STOPPED, null);
    }

    private Connection idleOrFresh() {
        Connection connection = idle.pollFirst();
        return connection == null ? fresh() : connection;
    }

    /** Takes a connection back. */
    void give(Connection connection) {
        idle.addFirst(connection);
        free.release();
    }

    /** Returns how many connections there are. */
    public int count() {
        return all.size();
    }

    /** Ends every wait on every connection now and in future. */
    public void stop() {
        stopped = true;
        all.forEach(Connection::wake);
        // A waiting thread gets the permit, sees that the replay is stopped, and releases the permit for the next
        // thread.
        free.release();
    }

    /** Ends all waits because the server hangs. Each of them is a time-out, though its own time was not over. */
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

    /** Returns how often closing a connection failed; their descriptors are the operating system's then. */
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
