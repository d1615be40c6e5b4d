package io.soabench.engine.server.request;

import io.netty.channel.EventLoop;
import io.soabench.engine.runtime.kernel.EngineClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A queue of requests that wait for a place when the engine is at its limit: first come, first served, and refused
 * after some time.
 *
 * <p>A refusal costs time that admitted instances could use, and a client that is refused at once comes back at once. A client
 * that waits does neither, and a short burst is served as a whole. Requests wait as bytes: nothing of them was read but the
 * head.
 *
 * <p>Belongs to one event loop, except {@link #placeFree} and {@link #waiting}. Guarantees that a request waits no longer than
 * the given time plus one sweep of 5 ms; the time by which the loop itself is late counts, as requests have waited in their
 * sockets for about as long. Admission runs as a task, hence behind the answers of partners that the loop has
 * already read: what was begun is finished first. Not bounded by itself: a client connection has at most one request here.
 */
final class WaitingRoom {
    private static final long SWEEP_MS = 5;

    private final EventLoop loop;
    private final EngineClock clock;
    private final Admission place;
    private final long patienceNs;
    private final ArrayDeque<ServerConnection> line = new ArrayDeque<>();
    private final AtomicBoolean called = new AtomicBoolean();
    private volatile int waiting;
    private boolean sweeping;
    private long sweepDueNs;

    WaitingRoom(EventLoop loop, EngineClock clock, Admission place, Duration patience) {
        this.loop = loop;
        this.clock = clock;
        this.place = place;
        this.patienceNs = patience.toNanos();
    }

    /** Whether there is a place and nobody waits for it. */
    boolean isFree() {
        return waiting == 0 && place.admits();
    }

    /**
     * Lets a connection's request wait; {@link ServerConnection#admitted} or {@link ServerConnection#refused} follows.
     *
     * @return false when nobody may wait
     */
    boolean enter(ServerConnection connection) {
        if (patienceNs == 0) {
            return false;
        }
        connection.waitsSince(clock.nanoTime());
        line.addLast(connection);
        waiting = line.size();
        sweepLater();
        return true;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // A sweep ends with its event loop.
    private void sweepLater() {
        if (!sweeping) {
            sweeping = true;
            sweepDueNs = clock.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SWEEP_MS);
            loop.schedule(this::sweep, SWEEP_MS, TimeUnit.MILLISECONDS);
        }
    }

    private void sweep() {
        sweeping = false;
        admit();
        long nowNs = clock.nanoTime();
        long allowedNs = patienceNs - Math.min(Math.max(0, nowNs - sweepDueNs), patienceNs / 2);
        ServerConnection first;
        while ((first = line.peekFirst()) != null
                && (!first.isWaiting() || nowNs - first.waitsSinceNs() >= allowedNs)) {
            poll();
            if (first.isWaiting()) {
                first.refused();
            }
        }
        if (!line.isEmpty()) {
            sweepLater();
        }
    }

    private ServerConnection poll() {
        ServerConnection first = line.pollFirst();
        waiting = line.size();
        return first;
    }

    /** There may be a place; from any thread. */
    void placeFree() {
        if (waiting > 0 && called.compareAndSet(false, true)) {
            loop.execute(this::admit);
        }
    }

    private void admit() {
        called.set(false);
        while (!line.isEmpty() && place.admits()) {
            ServerConnection first = poll();
            if (first.isWaiting()) {
                first.admitted();
            }
        }
    }

    /** Requests that wait. */
    int waiting() {
        return waiting;
    }
}
