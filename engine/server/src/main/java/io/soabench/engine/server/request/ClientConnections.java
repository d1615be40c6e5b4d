package io.soabench.engine.server.request;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.server.guard.Failures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * All open client connections of a replica. Their number is limited, and a sweep on each event loop every 100 ms checks
 * their deadlines. So a deadline is exact to one sweep, and costs a request nothing. Thread-safe.
 */
public final class ClientConnections {
    private static final long SWEEP_MS = 100;
    /**
     * The number of connections beyond the limit that get an answer with the reason. Connections beyond that number are
     * closed without an answer.
     */
    private static final int REFUSED_CONNECTIONS = 256;

    private final ClientLimits limits;
    private final AtomicInteger open = new AtomicInteger();
    private final IdentityHashMap<EventExecutor, Loop> loops = new IdentityHashMap<>();

    /** The decisions about a new connection. */
    enum Place {
        FREE,
        /** The connection is beyond the limit, and gets an answer with the reason. */
        NONE,
        /** The connection is far beyond the limit, and is closed at once. */
        FAR_BEYOND
    }

    /** The connections of one event loop. Belongs to that loop. */
    static final class Loop {
        private final EngineClock clock;
        private final AdmissionQueue admissionQueue;
        private final Set<ServerConnection> connections = Collections.newSetFromMap(new IdentityHashMap<>());
        /**
         * The connections whose clients send no more data, oldest first. Such a client may have ended without notice.
         */
        private final Set<ServerConnection> halfClosed = new LinkedHashSet<>();

        private final List<ServerConnection> late = new ArrayList<>();
        private final Failures failures;
        private long nowNs;

        Loop(EngineClock clock, AdmissionQueue admissionQueue, Failures failures) {
            this.clock = clock;
            this.failures = failures;
            this.admissionQueue = admissionQueue;
            this.nowNs = clock.nanoTime();
        }

        /** Returns the queue of requests that wait for admission. */
        AdmissionQueue admissionQueue() {
            return admissionQueue;
        }

        /** Returns the time of the last sweep. */
        long nowNs() {
            return nowNs;
        }

        /** Ends what is late. An error must not stop the sweeps: without them, no connection would ever be late. */
        private void sweep() {
            try {
                nowNs = clock.nanoTime();
                ResponseDate.at(clock.epochMs());
                for (ServerConnection connection : connections) {
                    if (connection.isToBeSwept(nowNs)) {
                        late.add(connection);
                    }
                }
                for (ServerConnection connection : late) {
                    connection.sweep(nowNs);
                }
            } catch (RuntimeException | Error e) {
                failures.caught("A look at client connections", e);
            } finally {
                late.clear();
            }
        }
    }

    /**
     * Makes an empty set of connections, and starts the sweeps.
     *
     * @param group the event loops of the connections
     * @param place the test whether the engine can start one more instance
     * @param failures the counter and log of errors of the engine
     */
    @SuppressWarnings("FutureReturnValueIgnored") // A sweep ends with its event loop.
    public ClientConnections(
            EventLoopGroup group, ClientLimits limits, EngineClock clock, Admission place, Failures failures) {
        this.limits = limits;
        ResponseDate.at(clock.epochMs());
        for (EventExecutor executor : group) {
            AdmissionQueue admissionQueue =
                    new AdmissionQueue((EventLoop) executor, clock, place, limits.admission(), failures);
            Loop loop = new Loop(clock, admissionQueue, failures);
            loops.put(executor, loop);
            executor.scheduleAtFixedRate(loop::sweep, SWEEP_MS, SWEEP_MS, TimeUnit.MILLISECONDS);
        }
    }

    ClientLimits limits() {
        return limits;
    }

    Loop loop(EventLoop loop) {
        return loops.get(loop);
    }

    Place opened(ServerConnection connection, Loop loop) {
        loop.connections.add(connection);
        int now = open.incrementAndGet();
        if (now > limits.maxConnections() && !loop.halfClosed.isEmpty()) {
            // The client of the oldest half-closed connection may have ended.
            ServerConnection oldest = loop.halfClosed.iterator().next();
            oldest.abort();
            closed(oldest, loop);
            now--;
        }
        if (now <= limits.maxConnections()) {
            return Place.FREE;
        }
        return now <= limits.maxConnections() + REFUSED_CONNECTIONS ? Place.NONE : Place.FAR_BEYOND;
    }

    /**
     * Notes that the client of a connection sends no more data. Only a failed write shows that the client does not read
     * either.
     */
    void halfClosed(ServerConnection connection, Loop loop) {
        loop.halfClosed.add(connection);
    }

    void closed(ServerConnection connection, Loop loop) {
        loop.halfClosed.remove(connection);
        if (loop.connections.remove(connection)) {
            open.decrementAndGet();
        }
    }

    /** Lets waiting requests continue, because the engine can start one more instance. May be called by any thread. */
    public void placeFree() {
        for (Loop loop : loops.values()) {
            loop.admissionQueue.placeFree();
        }
    }

    /** Returns the number of requests that wait for admission. */
    public int waiting() {
        return loops.values().stream()
                .mapToInt(loop -> loop.admissionQueue.waiting())
                .sum();
    }

    /** Returns the number of open connections. */
    public int open() {
        return open.get();
    }
}
