package io.soabench.load.loop;

import io.soabench.load.http.Requests;
import io.soabench.load.input.LoadPlan;
import io.soabench.load.record.Descriptors;
import io.soabench.load.record.Sample;
import io.soabench.load.replay.Replay;
import io.soabench.load.replay.Sender;
import io.soabench.load.replay.Timetable;
import io.soabench.load.replay.Turn;
import io.soabench.load.replay.Turns;
import io.soabench.plan.HostClock;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.Plan;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Sends the requests of a replay with two threads, however many are in flight. The thread that calls {@link #run} is the clock
 * thread: it begins each request at its time and ends those whose time is over. The reception thread takes answers, and begins the
 * next request of a closed client itself when that is due at once.
 */
public final class EventLoop implements Sender {

    private static final int THREADS = 2;
    private static final int MOST_AT_ONCE = 64;
    private static final long MOST_PARK_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LEAST_PARK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    /**
     * How long a server that has slept may take for its first answer before more connections are opened than there are; and how long
     * before the start the last one is opened ahead.
     */
    private static final long AHEAD_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Replay replay;
    private final Requests requests;
    private final HostClock clock;
    private final Consumer<Sample> receiver;
    private final Exchanges exchanges;
    private final Hand hand;
    private final Alarm alarm;
    private final Agenda agenda = new Agenda();
    private final CountDownLatch ready = new CountDownLatch(1);
    private final long timeOutNs;
    private final long mostParkNs;
    private final int mostConnections;
    private final boolean limited;
    private final boolean kept;

    /** Clients that have something left to send, or wait for an answer. */
    private final AtomicInteger visitors = new AtomicInteger();

    /** Whether the clock thread only waits for answers any more. */
    private volatile boolean draining;

    /** Whether a client thinks whose turn was made before the phases changed. */
    private volatile boolean misplaced;

    private Timetable table;
    private Turns arrivals;
    private final Turn arrival = new Turn();
    private boolean arrivalLeft;

    /**
     * Sends nothing yet.
     *
     * @param address to connect to, resolved
     * @param receiver gets each sample, on one of both threads
     * @param checks hears of the callback of each functional check, its UIID and the begin of its envelope; must not wait
     * @param onBug is told of exceptions that nobody expects
     * @throws java.io.UncheckedIOException when processes are to call back, and their port is taken
     */
    public EventLoop(
            Replay replay,
            Requests requests,
            InetSocketAddress address,
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
        Plan.Connections wanted = plan.connections();
        limited = wanted.use() == Plan.Connections.Use.LIMITED;
        kept = wanted.use() != Plan.Connections.Use.NEW;
        int possible = Math.min(LoadPlan.MAX_CONNECTIONS, Descriptors.forConnections());
        mostConnections = limited ? Math.min(wanted.most(), possible) : possible;
        exchanges = new Exchanges(
                new Exchanges.Setting(
                        address,
                        requests,
                        replay.uiid(),
                        clock,
                        plan.timeOutMs(),
                        mostConnections,
                        kept,
                        plan.callbackAddress().orElse(null),
                        checks::accept),
                listener(),
                onBug);
        hand = exchanges.hand();
        alarm = new Alarm(clock);
    }

    private Exchanges.Listener listener() {
        return new Exchanges.Listener() {

            @Override
            public void ended(Flight flight, Hand by) {
                EventLoop.this.ended(flight, by);
            }

            @Override
            public void opening(Flight flight) {
                replay.countOpened(flight.intendedNs, 1);
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
        alarm.take();
        Promptness.ask();
        replay.tell(alarm::call);
        ready.countDown();
        try {
            while (!replay.abandoned() && !done()) {
                // Before anything is looked at: what changes from here on ends the wait.
                alarm.reset();
                alarm.waitUntil(keepTime());
            }
        } finally {
            exchanges.abandon(replay.hung(), hand);
        }
    }

    private boolean done() {
        if (table == null) {
            return false;
        }
        if (replay.open()) {
            return !arrivalLeft && exchanges.idle();
        }
        // Whoever thinks beyond the end of the measurement sends nothing any more.
        return visitors.get() == agenda.size() && agenda.nextNs() >= table.measureEndNs();
    }

    /**
     * Does what is due.
     *
     * @return when something is due next
     */
    private long keepTime() {
        Timetable now = replay.timetable();
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
        long deadlineNs = exchanges.expire(nowNs, hand);
        return Math.min(nowNs + mostParkNs, Math.min(dueNs, deadlineNs));
    }

    private void follow(Timetable now) {
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
            visitors.set(clients);
            for (int i = 0; i < clients; i++) {
                Visitor visitor = new Visitor(replay.turns(i), limited ? null : exchanges.own());
                if (visitor.turns.next(visitor.turn, table.startNs(), table)) {
                    agenda.add(visitor);
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

    /** Clients that come or go when the measurement begins do so earlier than planned. */
    private void reorder() {
        for (Visitor visitor : agenda.clear()) {
            if (visitor.turns.renew(visitor.turn, table)) {
                agenda.add(visitor);
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
            begin(null, arrival, nowNs, hand);
            exchanges.settle(hand);
            arrivalLeft = arrivals.next(arrival, 0, table);
            draining = !arrivalLeft;
            nowNs = clock.epochNanos();
        }
        return arrivalLeft ? arrival.intendedNs() : Long.MAX_VALUE;
    }

    private long sendDue() {
        long nowNs = clock.epochNanos();
        for (int i = 0; i < MOST_AT_ONCE; i++) {
            Visitor visitor = agenda.due(nowNs);
            if (visitor == null) {
                return agenda.nextNs();
            }
            visit(visitor, hand);
            exchanges.settle(hand);
            nowNs = clock.epochNanos();
        }
        return nowNs;
    }

    /** Sends the request of a client that has thought, unless the measurement is over. */
    private void visit(Visitor visitor, Hand by) {
        Timetable current = replay.timetable();
        if (!visitor.turns.renew(visitor.turn, current) || visitor.turn.intendedNs() >= current.measureEndNs()) {
            retire();
            return;
        }
        begin(visitor, visitor.turn, clock.epochNanos(), by);
    }

    private void retire() {
        if (visitors.decrementAndGet() == 0) {
            alarm.call();
        }
    }

    private void begin(Visitor visitor, Turn turn, long startNs, Hand by) {
        Flight flight = new Flight(
                visitor,
                turn.client(),
                turn.number(),
                turn.lap(),
                turn.chunk(),
                turn.row(),
                turn.intendedNs(),
                startNs,
                startNs + timeOutNs);
        replay.countSent(flight.intendedNs);
        if (visitor != null && visitor.lap != flight.lap) {
            visitor.lap = flight.lap;
            if (flight.lap > 1) {
                replay.countLap();
            }
        }
        exchanges.begin(flight, by);
    }

    /** On either thread. */
    private void ended(Flight flight, Hand by) {
        replay.countEnded();
        if (flight.waited) {
            replay.countWaited(flight.intendedNs, flight.waitedNs());
        }
        receiver.accept(new Sample(
                replay.timetable().measures(flight.intendedNs),
                replay.open() ? connection(flight) : flight.client,
                flight.client,
                flight.number,
                flight.lap,
                flight.chunk,
                requests.line(flight.chunk, flight.row),
                flight.intendedNs,
                flight.startNs,
                flight.endNs,
                flight.outcome,
                flight.status,
                flight.bytesOut,
                flight.bytesIn,
                flight.detail));
        if (flight.visitor != null) {
            think(flight.visitor, flight.endNs, by);
        } else if (draining) {
            alarm.call();
        }
    }

    private static int connection(Flight flight) {
        Wire wire = flight.wire;
        return wire == null ? 0 : wire.number();
    }

    private void think(Visitor visitor, long endNs, Hand by) {
        Timetable current = replay.timetable();
        if (replay.abandoned()
                || !visitor.turns.next(visitor.turn, endNs, current)
                || visitor.turn.intendedNs() >= current.measureEndNs()) {
            retire();
        } else if (visitor.turn.intendedNs() <= clock.epochNanos()) {
            visit(visitor, by);
        } else {
            boolean soonest = agenda.add(visitor);
            if (!current.equals(replay.timetable())) {
                // It may have been added after the others were put into their new order.
                misplaced = true;
                soonest = true;
            }
            if (soonest) {
                alarm.call();
            }
        }
    }

    @Override
    public void close() {
        exchanges.close();
    }
}
