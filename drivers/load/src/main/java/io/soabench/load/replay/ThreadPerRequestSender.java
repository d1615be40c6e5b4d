package io.soabench.load.replay;

import io.soabench.load.http.Connections;
import io.soabench.load.http.Exchange;
import io.soabench.load.http.Requests;
import io.soabench.load.http.ServerAddress;
import io.soabench.load.input.LoadPlan;
import io.soabench.load.input.Trace;
import io.soabench.plan.ConnectionPlan;
import io.soabench.plan.HostClock;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The common state of the threads of a replay that sends with one thread for each request. Closed: a thread and a
 * connection for each client, unless connections are limited. Open: a pool of threads. Safe for use by many threads.
 */
public final class ThreadPerRequestSender implements AutoCloseable {

    private final Replay replay;
    private final HostClock clock;
    private final int threads;
    private final int mostConnections;
    private final Connections connections;
    private final Exchange.Setting exchangeSetting;
    private final PreciseWait pace;
    private final CountDownLatch arriving;
    private final CompletableFuture<Optional<ReplaySchedule>> begin = new CompletableFuture<>();
    private final Set<Thread> waiting = ConcurrentHashMap.newKeySet();

    /**
     * Creates a sender that has not begun.
     *
     * @param address to connect to, resolved
     */
    public ThreadPerRequestSender(Replay replay, Requests requests, ServerAddress address) {
        this.replay = replay;
        clock = replay.clock();
        LoadPlan plan = replay.plan();
        threads =
                replay.open() ? poolSize(plan, replay.trace()) : replay.trace().clientCount();
        ConnectionPlan wanted = plan.connections();
        boolean limited = wanted.use() == ConnectionPlan.Use.LIMITED;
        mostConnections = limited ? Math.min(threads, wanted.most()) : threads;
        connections = new Connections(address, clock, limited ? wanted.most() : Connections.UNLIMITED);
        exchangeSetting = new Exchange.Setting(
                requests,
                connections,
                limited || replay.open(),
                wanted.use() != ConnectionPlan.Use.NEW,
                clock,
                plan.timeOutMs());
        pace = new PreciseWait(clock, ns -> LockSupport.parkNanos(this, ns), replay::stopped);
        arriving = new CountDownLatch(threads);
        replay.onChange(this::changed);
    }

    /**
     * Returns the number of threads: as many as requests can be in flight when none is answered within the time-out, but not more than the plan
     * allows.
     */
    static int poolSize(LoadPlan plan, Trace trace) {
        return Math.min(plan.jmeterThreads(), trace.mostWithin(TimeUnit.MILLISECONDS.toMicros(plan.timeOutMs())));
    }

    private void changed() {
        if (replay.stopped()) {
            begin.complete(Optional.empty());
        } else if (replay.schedule() != null) {
            begin.complete(Optional.of(replay.schedule()));
        }
        if (replay.hung()) {
            connections.hang();
        } else if (replay.abandoned()) {
            connections.stop();
        }
        waiting.forEach(LockSupport::unpark);
    }

    /** Returns the number of threads that send requests. */
    public int threads() {
        return threads;
    }

    /** Returns the sender of the thread with that index, from 0; to be called by that thread, once. */
    public SenderThread caller(int index) {
        return new SenderThread(replay, this, index, new Exchange(exchangeSetting));
    }

    /** Waits until all threads are there; false when they are not in time. */
    public boolean awaitThreads(long timeOutMs) throws InterruptedException {
        return arriving.await(timeOutMs, TimeUnit.MILLISECONDS);
    }

    /** Waits for the start; called by each thread before its first turn. */
    Optional<ReplaySchedule> awaitStart() {
        waiting.add(Thread.currentThread());
        arriving.countDown();
        try {
            return begin.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the start never fails", e);
        }
    }

    /** Returns the requests of the thread with that index. */
    RequestOrder turns(int index) {
        return replay.open() ? replay.arrivals() : replay.turns(index);
    }

    PreciseWait pace() {
        return pace;
    }

    /** Returns how many connections there are. */
    public int connectionCount() {
        return connections.count();
    }

    /** Returns how many connections there may be at once. */
    public int mostConnections() {
        return mostConnections;
    }

    /** Closes the connections; all threads must have ended. */
    @Override
    public void close() {
        connections.close();
    }
}
