package io.soabench.engine.server.request;

import io.netty.channel.EventLoop;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.server.guard.Failures;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A queue of requests that wait for admission while the engine is at its limit. Requests are admitted in the order of
 * their arrival, and refused after a time limit.
 *
 * <p>A refusal takes processor time from admitted instances, and a client that is refused at once sends again at once.
 * A waiting client does neither, and a short burst is served completely. Requests wait as bytes; only their heads have
 * been read.
 *
 * <p>Threading: belongs to one event loop, except {@link #placeFree} and {@link #waiting}. Guarantee: a request waits
 * no longer than the time limit plus one sweep of 5 ms. If the loop itself is late, that time counts as waiting time,
 * up to half the limit, since requests have waited in their sockets for about as long. Admission is a task of the loop
 * and runs after the answers of partners that the loop has already read. So instances that run are finished first.
 *
 * <p>The queue has no limit of its own: a client connection has at most one request in it.
 */
final class AdmissionQueue {
    private static final long SWEEP_MS = 5;

    private final EventLoop loop;
    private final EngineClock clock;
    private final Admission admission;
    private final long limitNs;
    private final Failures failures;

    /**
     * The connections in the order of their arrival. One that is closed stays, and is passed over when its turn comes.
     */
    private final ArrayDeque<ServerConnection> queue = new ArrayDeque<>();

    /** The size of the queue, for other threads. */
    private volatile int waiting;

    /** True while a task of the loop that admits requests is due, so that there is one at most. */
    private final AtomicBoolean isAdmissionDue = new AtomicBoolean();

    private boolean isSweepDue;
    private long sweepDueNs;

    /**
     * Makes an empty queue.
     *
     * @param loop the event loop of the connections
     * @param admission the test whether the engine can take a request
     * @param limit the longest wait of a request; zero for none
     * @param failures the counter and log of errors
     */
    AdmissionQueue(EventLoop loop, EngineClock clock, Admission admission, Duration limit, Failures failures) {
        this.loop = loop;
        this.clock = clock;
        this.admission = admission;
        this.limitNs = limit.toNanos();
        this.failures = failures;
    }

    /** Returns true if the engine can take a request and no other request waits. */
    boolean isFree() {
        return waiting == 0 && admission.admits();
    }

    /**
     * Adds the request of a connection. {@link ServerConnection#admitted} or {@link ServerConnection#refused} is called
     * later.
     *
     * @return false if the time limit is zero, so that no request may wait
     */
    boolean enter(ServerConnection connection) {
        if (limitNs == 0) {
            return false;
        }
        connection.queuedSince(clock.nanoTime());
        queue.addLast(connection);
        waiting = queue.size();
        sweepLater();
        return true;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // A sweep ends with its event loop.
    private void sweepLater() {
        if (!isSweepDue) {
            sweepDueNs = clock.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SWEEP_MS);
            loop.schedule(this::sweep, SWEEP_MS, TimeUnit.MILLISECONDS);
            isSweepDue = true;
        }
    }

    /** Handles the waiting requests. An error must not stop the sweeps, since the requests would wait for ever. */
    private void sweep() {
        isSweepDue = false;
        try {
            sweepRequests();
        } catch (RuntimeException | Error e) {
            failures.caught("A look at waiting requests", e);
        } finally {
            if (!queue.isEmpty()) {
                sweepLater();
            }
        }
    }

    /** Lets requests continue for which there is room, and refuses those that have waited for too long. */
    private void sweepRequests() {
        admit();
        long nowNs = clock.nanoTime();
        long lateNs = Math.max(0, nowNs - sweepDueNs);
        long allowedNs = limitNs - Math.min(lateNs, limitNs / 2);
        ServerConnection first;
        while ((first = queue.peekFirst()) != null
                && (!first.isQueued() || nowNs - first.queuedSinceNs() >= allowedNs)) {
            poll();
            if (first.isQueued()) {
                first.refused();
            }
        }
    }

    private ServerConnection poll() {
        ServerConnection first = queue.pollFirst();
        waiting = queue.size();
        return first;
    }

    /**
     * Lets waiting requests continue soon, because the engine can start one more instance. May be called by any thread.
     */
    void placeFree() {
        if (waiting > 0 && isAdmissionDue.compareAndSet(false, true)) {
            loop.execute(this::admit);
        }
    }

    private void admit() {
        isAdmissionDue.set(false);
        while (!queue.isEmpty() && admission.admits()) {
            ServerConnection first = poll();
            if (first.isQueued()) {
                first.admitted();
            }
        }
    }

    /** Returns the number of waiting requests. */
    int waiting() {
        return waiting;
    }
}
