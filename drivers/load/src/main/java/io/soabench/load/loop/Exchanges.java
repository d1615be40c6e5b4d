package io.soabench.load.loop;

import io.soabench.load.http.Expectation;
import io.soabench.load.http.Requests;
import io.soabench.load.text.Uiid;
import io.soabench.plan.HostClock;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * All flights to one server. Whoever {@linkplain #begin begins} one sends it on its own thread; the reception thread takes the
 * answers of all. Each flight that was let in ends once, and the listener is told then.
 */
final class Exchanges implements AutoCloseable {

    /** Hears of each flight that has ended. */
    @FunctionalInterface
    interface Listener {

        /**
         * A flight has ended.
         *
         * @param hand of the thread that ended it, which may begin another one
         */
        void ended(Flight flight, Hand hand);

        /** A connection is being opened for a flight. */
        default void opening(Flight flight) {}
    }

    /**
     * What all flights have in common.
     *
     * @param address to connect to, resolved
     * @param timeOutMs counts from the start of a flight, its wait for a connection included
     * @param most connections at once
     * @param kept whether a connection is used again; else it is closed after the answer
     * @param callbacks where processes call back; null when none does
     * @param checks hears of callbacks that answer functional checks
     */
    record Setting(
            InetSocketAddress address,
            Requests requests,
            Uiid uiid,
            HostClock clock,
            long timeOutMs,
            int most,
            boolean kept,
            InetSocketAddress callbacks,
            Door.Checks checks) {}

    private static final long AGAIN_NS = 100_000;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(5);

    private final Setting setting;
    private final Listener listener;
    private final Consumer<Throwable> onBug;
    private final Selector selector;
    private final Lobby lobby;
    private final Awaited awaited = new Awaited();
    private final Door door;
    private final Reception reception;
    private final Hand receptionHand;
    private final Thread receptionThread;
    private final LongAdder closeFailures = new LongAdder();
    private volatile boolean over;
    private volatile boolean closed;

    /**
     * Starts the reception thread.
     *
     * @param onBug is told of exceptions that nobody expects
     * @throws UncheckedIOException when nobody could call back
     */
    Exchanges(Setting setting, Listener listener, Consumer<Throwable> onBug) {
        this.setting = setting;
        this.listener = listener;
        this.onBug = onBug;
        door = setting.callbacks() == null
                ? null
                : new Door(
                        setting.callbacks(),
                        setting.requests(),
                        setting.uiid(),
                        setting.clock(),
                        awaited,
                        setting.checks());
        try {
            selector = Selector.open();
            if (door != null) {
                door.register(selector);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot wait for connections: " + e.getMessage(), e);
        }
        lobby = new Lobby(this, setting.most());
        reception = new Reception();
        receptionHand = hand();
        Promptness.prepare();
        receptionThread = new Thread(this::receive, "reception");
        receptionThread.setDaemon(true);
        receptionThread.start();
    }

    /** For one thread that begins flights. */
    Hand hand() {
        return new Hand(setting.requests(), setting.uiid());
    }

    /** A connection for one client alone. */
    Wire own() {
        return lobby.own();
    }

    /**
     * Opens a connection for whoever comes first.
     *
     * @return whether one more is allowed
     */
    boolean openAhead() {
        Wire wire = lobby.ahead();
        if (wire == null) {
            return false;
        }
        wire.openAhead();
        return true;
    }

    /** Lets a flight begin, or ends it at once when none may begin any more; to be followed by {@link #settle}. */
    void begin(Flight flight, Hand hand) {
        flight.callback = setting.requests().callback(flight.chunk).orElse(null);
        if (flight.callback != null) {
            awaited.begin(flight);
        }
        switch (lobby.enter(flight)) {
            case READY -> send(flight, hand);
            case WAITS -> {
                // Whoever gives a connection back sends it.
            }
            case REFUSED -> {
                flight.end(Outcome.ABORTED, "stopped before it was sent", now());
                hand.ended.add(flight);
            }
        }
    }

    private void send(Flight flight, Hand hand) {
        Flight ended = flight.wire.send(flight, hand);
        if (ended != null) {
            hand.ended.add(ended);
        }
    }

    /**
     * Tells the listener of flights that have ended on this thread, and gives their connections to those that wait; also those of
     * flights that wait for nothing but their callback any more.
     */
    void settle(Hand hand) {
        for (Flight ended = hand.ended.poll(); ended != null; ended = hand.ended.poll()) {
            boolean over = over(ended);
            Flight next = over ? lobby.leave(ended, now()) : lobby.release(ended, now());
            if (next != null) {
                send(next, hand);
            }
            if (over) {
                listener.ended(ended, hand);
            }
        }
    }

    /** Whether a flight that has left its wire has ended; it may have been called back before it was acknowledged. */
    private boolean over(Flight flight) {
        if (flight.callback == null || flight.state == Awaited.State.OVER) {
            return true;
        }
        if (flight.acknowledged) {
            return awaited.acknowledge(flight);
        }
        awaited.forget(flight);
        return true;
    }

    /** Gives up a flight that waits for nothing but its callback; null when it waits for something else, or has ended. */
    private Flight giveUp(Flight flight, Outcome how, String why) {
        if (flight.callback == null || !awaited.giveUp(flight)) {
            return null;
        }
        flight.end(how, why, now());
        return flight;
    }

    /**
     * Ends the flights whose time is over.
     *
     * @return when to look again; {@link Long#MAX_VALUE} when nobody is in flight
     */
    long expire(long nowNs, Hand hand) {
        Flight first = lobby.first();
        while (first != null && first.deadlineNs <= nowNs) {
            if (!timeOut(first, hand)) {
                return nowNs + AGAIN_NS;
            }
            first = lobby.first();
        }
        return first == null ? Long.MAX_VALUE : first.deadlineNs;
    }

    /**
     * Ends all flights and lets none begin any more. A flight that is just being sent or answered is waited for, but not for ever: a
     * thread that has failed leaves some behind.
     */
    void abandon(boolean hung, Hand hand) {
        over = true;
        lobby.close();
        long patienceNs = now() + PATIENCE_NS;
        for (Flight first = lobby.first(); first != null; first = lobby.first()) {
            if (!end(first, hung, hand)) {
                if (now() > patienceNs) {
                    return;
                }
                Thread.onSpinWait();
            }
        }
    }

    /** False when it has just ended, or has just got its connection: to be tried again. */
    private boolean timeOut(Flight late, Hand hand) {
        Flight ended;
        if (lobby.unqueue(late)) {
            late.end(
                    Outcome.TIMEOUT,
                    "time-out of " + setting.timeOutMs() + " ms while waiting for a free connection",
                    now());
            ended = late;
        } else {
            Wire wire = late.wire;
            ended = wire == null ? null : wire.timeOut(late, setting.timeOutMs());
        }
        if (ended == null) {
            ended = giveUp(late, Outcome.NO_CALLBACK, "not called back within " + setting.timeOutMs() + " ms");
        }
        return settled(ended, hand);
    }

    private boolean end(Flight left, boolean hung, Hand hand) {
        Flight ended;
        if (lobby.unqueue(left)) {
            left.end(
                    hung ? Outcome.TIMEOUT : Outcome.ABORTED,
                    hung
                            ? "given up while waiting for a free connection because the server hangs"
                            : "stopped while waiting for a free connection",
                    now());
            ended = left;
        } else {
            Wire wire = left.wire;
            ended = wire == null ? null : wire.abandon(left, hung);
        }
        if (ended == null) {
            ended = giveUp(
                    left,
                    hung ? Outcome.NO_CALLBACK : Outcome.ABORTED,
                    hung
                            ? "given up while waiting for the callback because the server hangs"
                            : "stopped while waiting for the callback");
        }
        return settled(ended, hand);
    }

    private boolean settled(Flight ended, Hand hand) {
        if (ended == null) {
            return false;
        }
        hand.ended.add(ended);
        settle(hand);
        return true;
    }

    /** Whether nobody is in flight. */
    boolean idle() {
        return lobby.first() == null;
    }

    /** How often closing a connection failed. */
    long closeFailures() {
        return closeFailures.sum();
    }

    /** The callbacks that came so far; null when none can come. */
    LoadRecord.Callbacks callbacks() {
        return door == null ? null : awaited.counts();
    }

    /** Connections that there are. */
    int connections() {
        return lobby.connections();
    }

    // ---- the reception thread

    private void receive() {
        Promptness.ask();
        try {
            while (!closed) {
                selector.select(this::receive, door == null ? 0 : door.look());
            }
        } catch (IOException | RuntimeException | Error e) {
            onBug.accept(e);
        }
    }

    private void receive(SelectionKey ready) {
        ((Guest) ready.attachment()).ready(ready, reception, receptionHand.ended);
        settle(receptionHand);
    }

    // ---- for wires

    InetSocketAddress address() {
        return setting.address();
    }

    /** Whether connections are used again. */
    boolean kept() {
        return setting.kept();
    }

    /** A connection is being opened for a flight. */
    void opening(Flight flight) {
        listener.opening(flight);
    }

    /** What must come back for a flight. */
    Expectation expectation(Flight flight) {
        return setting.requests().expectation(flight.chunk);
    }

    long now() {
        return setting.clock().epochNanos();
    }

    /** Whether all flights are being ended. */
    boolean over() {
        return over;
    }

    SelectionKey register(SocketChannel channel, int operation, Guest wire) throws IOException {
        SelectionKey key = channel.register(selector, operation, wire);
        wake();
        return key;
    }

    /** Lets the reception thread look at what has changed; it does so by itself after its own changes. */
    void wake() {
        if (Thread.currentThread() != receptionThread) {
            selector.wakeup();
        }
    }

    void close(SocketChannel channel) {
        try {
            channel.close();
            wake();
        } catch (IOException e) {
            // Its descriptor is the operating system's then.
            closeFailures.increment();
        }
    }

    /** Ends the reception thread and closes all connections. */
    @Override
    public void close() {
        closed = true;
        selector.wakeup();
        boolean interrupted = false;
        try {
            receptionThread.join(TimeUnit.SECONDS.toMillis(10));
        } catch (InterruptedException e) {
            interrupted = true;
        }
        lobby.wires().forEach(Wire::close);
        if (door != null) {
            door.close();
        }
        try {
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
