package io.soabench.engine.server.request;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import io.soabench.engine.runtime.kernel.EngineClock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * All open client connections: counted, bounded, and looked after by a sweep on each event loop. Deadlines are exact to one
 * sweep of 100 ms, so that keeping them costs a request nothing. Thread-safe.
 */
public final class ClientConnections {
    private static final long SWEEP_MS = 100;
    /** Connections beyond the limit that are told so instead of being closed without a word. */
    private static final int TOLD = 256;

    private final ClientLimits limits;
    private final AtomicInteger open = new AtomicInteger();
    private final IdentityHashMap<EventExecutor, Loop> loops = new IdentityHashMap<>();

    /** What becomes of a new connection. */
    enum Place {
        FREE,
        /** Beyond the limit, but there is time to say so. */
        NONE,
        /** Far beyond the limit. */
        NOT_EVEN_TO_TALK
    }

    /** The connections of one event loop. Belongs to that loop. */
    static final class Loop {
        private final EngineClock clock;
        private final WaitingRoom room;
        private final Set<ServerConnection> connections = Collections.newSetFromMap(new IdentityHashMap<>());
        /** Those whose clients send no more, and may be gone altogether; oldest first. */
        private final Set<ServerConnection> halfClosed = new LinkedHashSet<>();

        private final List<ServerConnection> late = new ArrayList<>();
        private long nowNs;

        Loop(EngineClock clock, WaitingRoom room) {
            this.clock = clock;
            this.room = room;
            this.nowNs = clock.nanoTime();
        }

        /** Where requests wait for a place. */
        WaitingRoom room() {
            return room;
        }

        /** The time of the last sweep. */
        long nowNs() {
            return nowNs;
        }

        private void sweep() {
            nowNs = clock.nanoTime();
            for (ServerConnection connection : connections) {
                if (connection.isToBeSwept(nowNs)) {
                    late.add(connection);
                }
            }
            for (ServerConnection connection : late) {
                connection.sweep(nowNs);
            }
            late.clear();
        }
    }

    /**
     * No connections yet.
     *
     * @param group the event loops of the connections
     * @param place whether the engine has a place for one more instance
     */
    @SuppressWarnings("FutureReturnValueIgnored") // A sweep ends with its event loop.
    public ClientConnections(EventLoopGroup group, ClientLimits limits, EngineClock clock, Admission place) {
        this.limits = limits;
        for (EventExecutor executor : group) {
            WaitingRoom room = new WaitingRoom((EventLoop) executor, clock, place, limits.admission());
            Loop loop = new Loop(clock, room);
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
            // Nobody may be there any more to take the answer of the oldest of them.
            ServerConnection oldest = loop.halfClosed.iterator().next();
            oldest.abort();
            closed(oldest, loop);
            now--;
        }
        if (now <= limits.maxConnections()) {
            return Place.FREE;
        }
        return now <= limits.maxConnections() + TOLD ? Place.NONE : Place.NOT_EVEN_TO_TALK;
    }

    /** The client of a connection sends no more; whether it still reads is not known before something is written. */
    void halfClosed(ServerConnection connection, Loop loop) {
        loop.halfClosed.add(connection);
    }

    void closed(ServerConnection connection, Loop loop) {
        loop.halfClosed.remove(connection);
        if (loop.connections.remove(connection)) {
            open.decrementAndGet();
        }
    }

    /** Lets requests go on that wait for a place; called when there is one, from any thread. */
    public void placeFree() {
        for (Loop loop : loops.values()) {
            loop.room.placeFree();
        }
    }

    /** Requests that wait for a place. */
    public int waiting() {
        return loops.values().stream().mapToInt(loop -> loop.room.waiting()).sum();
    }

    /** Open connections. */
    public int open() {
        return open.get();
    }
}
