package io.soabench.load.loop;

import io.soabench.load.http.Requests;
import io.soabench.load.http.ServerAddress;
import io.soabench.load.input.LoadPlan;
import io.soabench.load.record.Descriptors;
import io.soabench.load.record.Sample;
import io.soabench.load.replay.NextRequest;
import io.soabench.load.replay.Replay;
import io.soabench.load.replay.ReplaySchedule;
import io.soabench.load.replay.RequestOrder;
import io.soabench.load.replay.Sender;
import io.soabench.plan.ConnectionPlan;
import io.soabench.plan.HostClock;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * A sender of a replay's requests with two threads, however many are in flight. The thread that calls {@link #run} is
 * the clock thread: it begins each request at its time and ends those whose time is over. The receiver thread takes
 * answers, and begins the next request of a closed client itself when that is due at once.
 */
public final class EventLoop implements Sender {

    private static final int THREADS = 2;
    private static final int MOST_AT_ONCE = 64;
    private static final long MOST_PARK_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LEAST_PARK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    /**
     * The time that an idle server may take for its first answer. Connections for the requests of this time are opened
     * ahead, the last one this time before the start.
     */
    private static final long AHEAD_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Replay replay;
    private final Requests requests;
    private final HostClock clock;
    private final Consumer<Sample> receiver;
    private final ServerExchanges exchanges;
    private final SenderContext sender;
    private final TimedWait timedWait;
    private final ThinkingClients thinking = new ThinkingClients();
    private final CountDownLatch ready = new CountDownLatch(1);
    private final long timeOutNs;
    private final long mostParkNs;
    private final int mostConnections;
    private final boolean limited;
    private final boolean kept;

    /** Clients that have something left to send, or wait for an answer. */
    private final AtomicInteger activeClients = new AtomicInteger();

    /** True while the clock thread only waits for answers. */
    private volatile boolean draining;

    /** True if the turn of a thinking client was computed before the phases changed. */
    private volatile boolean misplaced;

    private ReplaySchedule table;
    private RequestOrder arrivals;
    private final NextRequest arrival = new NextRequest();
    private boolean arrivalLeft;

    /**
     * Creates a sender that has not begun.
     *
     * @param address to connect to, resolved
     * @param receiver gets each sample, on one of both threads
     * @param checks gets the UIID and the first bytes of the envelope of each callback of a functional check; must not
     *     wait
     * @param onBug gets unexpected exceptions
     * @throws java.io.UncheckedIOException when processes are to call back, and their port is taken
     */
    public EventLoop(
            Replay replay,
            Requests requests,
            ServerAddress address,
            Consumer<Sample> receiver,
            BiConsumer<String, byte[]> checks,
            Consumer<Throwable> onBug) {
        this.replay = replay;
        this.requests = requests;
        this.receiver = receiver;
        clock = replay.clock();
        LoadPlan plan = replay.plan();
        timeOutNs = TimeUnit.MILLISECONDS.toNanos(plan.timeOutMs());
        mostParkNs = Math.max(LEAST_PARK_NS, Math.min(MOST_PARK_NS, timeOutNs / 4));
        ConnectionPlan wanted = plan.connections();
        limited = wanted.use() == ConnectionPlan.Use.LIMITED;
        kept = wanted.use() != ConnectionPlan.Use.NEW;
        int possible = Math.min(LoadPlan.MAX_CONNECTIONS, Descriptors.forConnections());
        mostConnections = limited ? Math.min(wanted.most(), possible) : possible;
        exchanges = new ServerExchanges(
                new ServerExchanges.Setting(
                        address,
                        requests,
                        replay.uiid(),
                        clock,
                        plan.timeOutMs(),
                        mostConnections,
                        kept,
                        plan.callbackAddress().orElse(null),
                        new CallbackListener.Checks() {

                            @Override
                            public boolean have(String uiid) {
                                return plan.checks().contains(uiid);
                            }

                            @Override
                            public void called(String uiid, byte[] message) {
                                checks.accept(uiid, message);
                            }
                        }),
                listener(),
                onBug);
        sender = exchanges.sender();
        timedWait = new TimedWait(clock);
    }

    private ServerExchanges.Listener listener() {
        return new ServerExchanges.Listener() {

            @Override
            public void ended(InFlightRequest inFlight, SenderContext by) {
                EventLoop.this.ended(inFlight, by);
            }

            @Override
            public boolean keeps(long intendedNs, int chunk, int client, int number, int lap) {
                return replay.wantsAnswer(intendedNs, chunk, client, number, lap);
            }

            @Override
            public void opening(long intendedNs) {
                replay.countOpened(intendedNs, 1);
            }
        };
    }

    @Override
    public int threads() {
        return THREADS;
    }

    @Override
    public int connections() {
        return exchanges.connections();
    }

    @Override
    public int mostConnections() {
        return mostConnections;
    }

    @Override
    public Optional<LoadRecord.Callbacks> callbacks() {
        return Optional.ofNullable(exchanges.callbacks());
    }

    @Override
    public boolean awaitReady(long timeOutMs) throws InterruptedException {
        return ready.await(timeOutMs, TimeUnit.MILLISECONDS);
    }

    @Override
    public void run() {
        timedWait.take();
        SchedulerSlice.ask();
        replay.onChange(timedWait::wake);
        ready.countDown();
        try {
            while (!replay.abandoned() && !done()) {
                // The reset comes before the look: a change after it ends the wait.
                timedWait.reset();
                timedWait.waitUntil(keepTime());
            }
        } finally {
            exchanges.abandon(replay.hung(), sender);
        }
    }

    private boolean done() {
        if (table == null) {
            return false;
        }
        if (replay.open()) {
            return !arrivalLeft && exchanges.idle();
        }
        // A client whose think time ends after the measurement sends nothing more.
        return activeClients.get() == thinking.size() && thinking.nextNs() >= table.measureEndNs();
    }

    /**
     * Carries out everything that is due.
     *
     * @return when something is due next
     */
    private long keepTime() {
        ReplaySchedule now = replay.schedule();
        if (now == null) {
            return clock.epochNanos() + TimeUnit.HOURS.toNanos(1);
        }
        if (!now.equals(table)) {
            follow(now);
        }
        if (misplaced) {
            misplaced = false;
            reorder();
        }
        long dueNs = replay.open() ? sendArrivals() : sendDue();
        long nowNs = clock.epochNanos();
        long deadlineNs = exchanges.expire(nowNs, sender);
        return Math.min(nowNs + mostParkNs, Math.min(dueNs, deadlineNs));
    }

    private void follow(ReplaySchedule now) {
        boolean first = table == null;
        table = now;
        if (replay.open()) {
            arrivals = replay.arrivals();
            arrivalLeft = first ? arrivals.next(arrival, 0, table) : arrivalLeft && arrivals.renew(arrival, table);
            draining = !arrivalLeft;
            if (first && kept) {
                openAhead();
            }
        } else if (first) {
            int clients = replay.trace().clientCount();
            activeClients.set(clients);
            for (int i = 0; i < clients; i++) {
                VirtualClient virtualClient = new VirtualClient(replay.turns(i), limited ? null : exchanges.own());
                if (virtualClient.turns.next(virtualClient.turn, table.startNs(), table)) {
                    thinking.add(virtualClient);
                } else {
                    retire();
                }
            }
        } else {
            reorder();
        }
    }

    /**
     * Opens as many connections before the first request as will be needed if the first answer comes a little late. Else each request
     * that is due until then would open one, at the very time at which that answer is waited for.
     */
    private void openAhead() {
        int count = replay.trace().arrivalsBefore(TimeUnit.NANOSECONDS.toMicros(AHEAD_NS));
        int opened = 0;
        while (opened < count && clock.epochNanos() < table.startNs() - AHEAD_NS && exchanges.openAhead()) {
            opened++;
        }
        replay.countOpened(table.startNs() - 1, opened);
    }

    /** Moves clients that come or go when the measurement begins to the earlier begin. */
    private void reorder() {
        for (VirtualClient virtualClient : thinking.clear()) {
            if (virtualClient.turns.renew(virtualClient.turn, table)) {
                thinking.add(virtualClient);
            } else {
                retire();
            }
        }
    }

    private long sendArrivals() {
        long nowNs = clock.epochNanos();
        for (int i = 0; arrivalLeft && arrival.intendedNs() <= nowNs; i++) {
            if (i == MOST_AT_ONCE) {
                return nowNs;
            }
            begin(null, arrival, nowNs, sender);
            exchanges.settle(sender);
            arrivalLeft = arrivals.next(arrival, 0, table);
            draining = !arrivalLeft;
            nowNs = clock.epochNanos();
        }
        return arrivalLeft ? arrival.intendedNs() : Long.MAX_VALUE;
    }

    private long sendDue() {
        long nowNs = clock.epochNanos();
        for (int i = 0; i < MOST_AT_ONCE; i++) {
            VirtualClient virtualClient = thinking.due(nowNs);
            if (virtualClient == null) {
                return thinking.nextNs();
            }
            sendNext(virtualClient, sender);
            exchanges.settle(sender);
            nowNs = clock.epochNanos();
        }
        return nowNs;
    }

    /** Sends the request of a client that has thought, unless the measurement is over. */
    private void sendNext(VirtualClient virtualClient, SenderContext by) {
        ReplaySchedule current = replay.schedule();
        if (!virtualClient.turns.renew(virtualClient.turn, current)
                || virtualClient.turn.intendedNs() >= current.measureEndNs()) {
            retire();
            return;
        }
        begin(virtualClient, virtualClient.turn, clock.epochNanos(), by);
    }

    private void retire() {
        if (activeClients.decrementAndGet() == 0) {
            timedWait.wake();
        }
    }

    private void begin(VirtualClient virtualClient, NextRequest turn, long startNs, SenderContext by) {
        InFlightRequest inFlight = new InFlightRequest(
                virtualClient,
                turn.client(),
                turn.number(),
                turn.lap(),
                turn.chunk(),
                turn.row(),
                turn.intendedNs(),
                startNs,
                startNs + timeOutNs);
        replay.countSent(inFlight.intendedNs);
        if (virtualClient != null && virtualClient.lap != inFlight.lap) {
            virtualClient.lap = inFlight.lap;
            if (inFlight.lap > 1) {
                replay.countLap();
            }
        }
        exchanges.begin(inFlight, by);
    }

    /** Ends a request on either thread. */
    private void ended(InFlightRequest inFlight, SenderContext by) {
        replay.countEnded();
        if (inFlight.waited) {
            replay.countWaited(inFlight.intendedNs, inFlight.waitedNs());
        }
        byte[] answer = inFlight.answer;
        if (answer != null && inFlight.outcome == Outcome.OK) {
            replay.answers()
                    .add(
                            inFlight.chunk,
                            inFlight.client,
                            inFlight.number,
                            inFlight.lap,
                            requests.withoutSecrets(inFlight.chunk, new String(answer, StandardCharsets.UTF_8)));
        }
        receiver.accept(new Sample(
                replay.schedule().measures(inFlight.intendedNs),
                replay.open() ? connection(inFlight) : inFlight.client,
                inFlight.client,
                inFlight.number,
                inFlight.lap,
                inFlight.chunk,
                requests.line(inFlight.chunk, inFlight.row),
                inFlight.intendedNs,
                inFlight.startNs,
                inFlight.endNs,
                inFlight.outcome,
                inFlight.status,
                inFlight.bytesOut,
                inFlight.bytesIn,
                requests.withoutSecrets(inFlight.chunk, inFlight.detail)));
        if (inFlight.virtualClient != null) {
            think(inFlight.virtualClient, inFlight.endNs, by);
        } else if (draining) {
            timedWait.wake();
        }
    }

    private static int connection(InFlightRequest inFlight) {
        ClientConnection connection = inFlight.connection;
        return connection == null ? 0 : connection.number();
    }

    private void think(VirtualClient virtualClient, long endNs, SenderContext by) {
        ReplaySchedule current = replay.schedule();
        if (replay.abandoned()
                || !virtualClient.turns.next(virtualClient.turn, endNs, current)
                || virtualClient.turn.intendedNs() >= current.measureEndNs()) {
            retire();
        } else if (virtualClient.turn.intendedNs() <= clock.epochNanos()) {
            sendNext(virtualClient, by);
        } else {
            boolean soonest = thinking.add(virtualClient);
            if (!current.equals(replay.schedule())) {
                // The client may have been added after the others were sorted by the new schedule.
                misplaced = true;
                soonest = true;
            }
            if (soonest) {
                timedWait.wake();
            }
        }
    }

    @Override
    public void close() {
        exchanges.close();
    }
}
