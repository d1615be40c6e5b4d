package io.soabench.load.replay;

import io.soabench.load.http.Connections;
import io.soabench.load.http.Exchange;
import io.soabench.load.http.Requests;
import io.soabench.load.input.LoadPlan;
import io.soabench.load.input.Trace;
import io.soabench.load.text.Uiid;
import io.soabench.plan.HostClock;
import io.soabench.plan.Plan;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * The replay of one trace: what its threads share. {@link #start} begins it, {@link #measureFrom} ends a warm-up whose length
 * was left open, {@link #stop} ends it early; all may be called by any thread, the first and the last repeatedly. Counters
 * never wait.
 */
public final class Replay implements AutoCloseable {

    private final LoadPlan plan;
    private final Trace trace;
    private final HostClock clock;
    private final boolean open;
    private final int threads;
    private final Uiid uiid;
    private final Connections connections;
    private final Exchange.Setting exchangeSetting;
    private final Pace pace;
    private final CountDownLatch arriving;
    private final CompletableFuture<Optional<Timetable>> begin = new CompletableFuture<>();
    private final Set<Thread> waiting = ConcurrentHashMap.newKeySet();
    private final LongAdder sent = new LongAdder();
    private final LongAdder ended = new LongAdder();
    private final LongAdder laps = new LongAdder();
    private final LongAdder poolDry = new LongAdder();
    private volatile BegunRequests begun;
    private boolean measureChosen;
    private volatile boolean stopped;
    private volatile long stoppedNs = Long.MAX_VALUE;
    private volatile Timetable timetable;
    private volatile OpenTurns openTurns;

    /**
     * Sends nothing yet.
     *
     * @param address to connect to, resolved
     */
    public Replay(LoadPlan plan, Trace trace, Requests requests, InetSocketAddress address, HostClock clock) {
        this.plan = plan;
        this.trace = trace;
        this.clock = clock;
        open = trace.kind() == Plan.WorkloadPlan.Load.OPEN;
        threads = open ? poolSize(plan, trace) : trace.clientCount();
        uiid = new Uiid(trace.workload());
        connections = new Connections(address, clock);
        exchangeSetting = new Exchange.Setting(
                requests, connections, open, clock, plan.timeOutMs(), plan.oneWay(), plan.answerElement());
        pace = new Pace(clock, ns -> LockSupport.parkNanos(this, ns), this::stopped);
        arriving = new CountDownLatch(threads);
    }

    /**
     * As many threads as requests can be in flight at once when none is answered within the time-out, but not more than the
     * plan allows.
     */
    static int poolSize(LoadPlan plan, Trace trace) {
        return Math.min(plan.threads(), trace.mostWithin(TimeUnit.MILLISECONDS.toMicros(plan.timeOutMs())));
    }

    /**
     * Counts the requests of the measurement as they begin; to be called before the start.
     *
     * @param awaited numbers of requests, from 1
     * @param reached hears at once, on the thread of the request, when one of them begins; must not wait
     */
    public void count(long[] awaited, Runnable reached) {
        begun = new BegunRequests(awaited, reached);
    }

    /** Requests of the measurement that have begun; 0 when they are not counted. */
    public long begun() {
        BegunRequests counted = begun;
        return counted == null ? 0 : counted.count();
    }

    /** Threads that send requests. */
    public int threads() {
        return threads;
    }

    /** Whether the workload is open. */
    boolean open() {
        return open;
    }

    /** For the thread with that index, from 0; to be called by that thread, once. */
    public Caller caller(int index) {
        return new Caller(this, index, clock, new Exchange(exchangeSetting), uiid);
    }

    /** Waits until all threads are there; false when they are not in time. */
    public boolean awaitThreads(long timeOutMs) throws InterruptedException {
        return arriving.await(timeOutMs, TimeUnit.MILLISECONDS);
    }

    /** Begins the warm-up at that instant; only the first call counts. */
    public synchronized Timetable start(long startNs) {
        if (timetable == null) {
            Timetable table =
                    Timetable.of(startNs, plan.warmUpMs(), plan.measureMs(), plan.drainMs(), plan.timeOutMs());
            if (open) {
                openTurns = new OpenTurns(trace, table);
            }
            timetable = table;
            begin.complete(Optional.of(table));
        }
        return timetable;
    }

    /**
     * Lets the measurement begin earlier than at the longest warm-up; to be called once.
     *
     * @throws IllegalArgumentException when the warm-up has a fixed length, is over, or would be over then; or when that
     *     instant has passed, so that requests may have been sent that it makes part of the measurement
     */
    public synchronized void measureFrom(long atNs) {
        if (!plan.untilSteady() || timetable == null || measureChosen) {
            throw new IllegalArgumentException("no warm-up goes on that can be ended");
        }
        if (atNs <= clock.epochNanos() || atNs >= timetable.measureStartNs()) {
            throw new IllegalArgumentException(
                    "the measurement cannot begin at " + atNs + " ns: it is past, or after the longest warm-up");
        }
        measureChosen = true;
        timetable = timetable.measuringFrom(atNs);
        waiting.forEach(LockSupport::unpark);
    }

    /** Ends the replay: requests in flight are aborted, no other is sent. */
    public void stop() {
        if (!stopped) {
            stoppedNs = clock.epochNanos();
            stopped = true;
        }
        begin.complete(Optional.empty());
        connections.stop();
        waiting.forEach(LockSupport::unpark);
    }

    /** The same, because the server hangs: requests in flight end as time-outs. */
    public void hang() {
        connections.hang();
        stop();
    }

    /** Aborts what is still in flight after the last deadline of an unstopped replay. */
    public void giveUp() {
        connections.stop();
    }

    /** Whether it was stopped. */
    public boolean stopped() {
        return stopped;
    }

    /** When it was stopped; {@link Long#MAX_VALUE} when it was not. */
    public long stoppedNs() {
        return stoppedNs;
    }

    /** The phases; {@code null} before the start. */
    public Timetable timetable() {
        return timetable;
    }

    /** Called by each thread before its first turn. */
    Optional<Timetable> awaitStart() {
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

    /** What the thread with that index sends. */
    Turns turns(int index) {
        if (open) {
            return openTurns;
        }
        long warmUpUs = TimeUnit.MILLISECONDS.toMicros(plan.warmUpMs());
        long measureUs = TimeUnit.MILLISECONDS.toMicros(plan.measureMs());
        return new ClosedTurns(
                trace, index, plan.untilSteady() ? trace.measureBegin(index, warmUpUs, measureUs) : trace.begin(index));
    }

    Pace pace() {
        return pace;
    }

    void countSent(long intendedNs) {
        sent.increment();
        BegunRequests counted = begun;
        if (counted != null && timetable.measures(intendedNs)) {
            counted.begin();
        }
    }

    void countEnded() {
        ended.increment();
    }

    void countLap() {
        laps.increment();
    }

    void countPoolDry() {
        poolDry.increment();
    }

    /** Requests that were sent so far. */
    public long sent() {
        return sent.sum();
    }

    /** Requests that were sent and did not end yet. */
    public long inFlight() {
        // This order, else a request that is sent and ends in between makes it negative.
        long done = ended.sum();
        return sent.sum() - done;
    }

    /** How often a closed client used its trace up. */
    public long laps() {
        return laps.sum();
    }

    /** How often an open arrival found no free thread at its time. */
    public long poolDry() {
        return poolDry.sum();
    }

    /** Open: arrivals before the end of the measurement; closed or not begun: -1. */
    public long planned() {
        OpenTurns turns = openTurns;
        return turns == null ? -1 : turns.count(timetable);
    }

    /** Connections that were opened at once at most. */
    public int connectionCount() {
        return connections.count();
    }

    /** Closes the connections; all threads must have ended. */
    @Override
    public void close() {
        connections.close();
    }
}
