package io.soabench.load.loop;

import io.soabench.load.http.Requests;
import io.soabench.load.http.ServerAddress;
import io.soabench.load.text.Uiid;
import io.soabench.plan.HostClock;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * All requests in flight to one server. The thread that {@linkplain #begin begins} a request sends it; the receiver
 * thread takes the answers of all. Each admitted request ends once, and the listener is called then.
 */
final class ServerExchanges implements AutoCloseable {

    /** A listener to the ends of requests. */
    @FunctionalInterface
    interface Listener {

        /**
         * Reports a request that has ended.
         *
         * @param sender of the thread that ended it, which may begin another one
         */
        void ended(InFlightRequest inFlight, SenderContext sender);

        /** Returns whether the answer to a request is to be kept, see {@link AnswerChoice}. */
        default boolean keeps(long intendedNs, int chunk, int client, int number, int lap) {
            return false;
        }

        /** Reports a connection that is being opened for a request with that intended start. */
        default void opening(long intendedNs) {}
    }

    /**
     * The values that all requests share.
     *
     * @param address to connect to, resolved
     * @param timeOutMs counts from the start of a request, its wait for a connection included
     * @param most connections at once
     * @param kept whether a connection is used again; else it is closed after the answer
     * @param callbacks receiver of the callbacks of processes; null when no process calls back
     * @param checks receives the callbacks that answer functional checks
     */
    record Setting(
            ServerAddress address,
            Requests requests,
            Uiid uiid,
            HostClock clock,
            long timeOutMs,
            int most,
            boolean kept,
            InetSocketAddress callbacks,
            CallbackListener.Checks checks) {}

    private static final long AGAIN_NS = 100_000;
    private static final long LONGEST_END_NS = TimeUnit.SECONDS.toNanos(5);

    private final Setting setting;
    private final Listener listener;
    private final Consumer<Throwable> onBug;
    private final Selector selector;
    private final ServerChannels channels;
    private final ConnectionPool pool;
    private final PendingCallbacks pendingCallbacks = new PendingCallbacks();
    private final CallbackListener callbackListener;
    private final ReceiverContext receiver;
    private final SenderContext receiverSender;
    private final Thread receiverThread;
    private volatile boolean closed;

    /**
     * Starts the receiver thread.
     *
     * @param onBug gets unexpected exceptions
     * @throws UncheckedIOException when no callback could be received
     */
    ServerExchanges(Setting setting, Listener listener, Consumer<Throwable> onBug) {
        this.setting = setting;
        this.listener = listener;
        this.onBug = onBug;
        callbackListener = setting.callbacks() == null
                ? null
                : new CallbackListener(
                        setting.callbacks(),
                        setting.requests(),
                        setting.uiid(),
                        setting.clock(),
                        pendingCallbacks,
                        setting.checks());
        try {
            selector = Selector.open();
            if (callbackListener != null) {
                callbackListener.register(selector);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot wait for connections: " + e.getMessage(), e);
        }
        receiverThread = new Thread(this::receive, "receiver");
        receiverThread.setDaemon(true);
        channels = new ServerChannels(
                setting.address(),
                setting.requests(),
                setting.clock(),
                setting.kept(),
                selector,
                receiverThread,
                listener::opening);
        pool = new ConnectionPool(channels, setting.most());
        receiver = new ReceiverContext(listener::keeps);
        receiverSender = sender();
        SchedulerSlice.prepare();
        receiverThread.start();
    }

    /** Returns the context of one thread that begins requests. */
    SenderContext sender() {
        return new SenderContext(setting.requests(), setting.uiid());
    }

    /** Returns a connection for one client alone. */
    ClientConnection own() {
        return pool.own();
    }

    /**
     * Opens a connection for the next request.
     *
     * @return whether one more is allowed
     */
    boolean openAhead() {
        ClientConnection connection = pool.ahead();
        if (connection == null) {
            return false;
        }
        connection.openAhead();
        return true;
    }

    /** Lets a request begin, or ends it at once when none may begin any more; to be followed by {@link #settle}. */
    void begin(InFlightRequest inFlight, SenderContext sender) {
        inFlight.callback = setting.requests().callback(inFlight.chunk).orElse(null);
        if (inFlight.callback != null) {
            pendingCallbacks.begin(inFlight);
        }
        switch (pool.enter(inFlight)) {
            case READY -> send(inFlight, sender);
            case WAITS -> {
                // The thread that releases a connection sends this request.
            }
            case REFUSED -> {
                inFlight.end(Outcome.ABORTED, "stopped before it was sent", now());
                sender.ended.add(inFlight);
            }
        }
    }

    private void send(InFlightRequest inFlight, SenderContext sender) {
        InFlightRequest ended = inFlight.connection.send(inFlight, sender.buffers);
        if (ended != null) {
            sender.ended.add(ended);
        }
    }

    /**
     * Reports the requests that have ended on this thread to the listener, and gives their connections to requests that wait. Requests that
     * wait only for their callback give up their connections, too.
     */
    void settle(SenderContext sender) {
        for (InFlightRequest ended = sender.ended.poll(); ended != null; ended = sender.ended.poll()) {
            boolean over = over(ended);
            InFlightRequest next = over ? pool.leave(ended, now()) : pool.release(ended, now());
            if (next != null) {
                send(next, sender);
            }
            if (over) {
                listener.ended(ended, sender);
            }
        }
    }

    /** Returns whether a request that has left its connection has ended; it may have been called back before it was acknowledged. */
    private boolean over(InFlightRequest inFlight) {
        if (inFlight.callback == null || inFlight.state == CallbackState.OVER) {
            return true;
        }
        if (inFlight.acknowledged) {
            return pendingCallbacks.acknowledge(inFlight);
        }
        pendingCallbacks.forget(inFlight);
        return true;
    }

    /** Gives up a request that waits for nothing but its callback; null when it waits for something else, or has ended. */
    private InFlightRequest giveUp(InFlightRequest inFlight, Outcome how, String why) {
        if (inFlight.callback == null || !pendingCallbacks.giveUp(inFlight)) {
            return null;
        }
        inFlight.end(how, why, now());
        return inFlight;
    }

    /**
     * Ends the requests whose time is over.
     *
     * @return when to look again; {@link Long#MAX_VALUE} when no request is in flight
     */
    long expire(long nowNs, SenderContext sender) {
        InFlightRequest first = pool.first();
        while (first != null && first.deadlineNs <= nowNs) {
            if (!timeOut(first, sender)) {
                return nowNs + AGAIN_NS;
            }
            first = pool.first();
        }
        return first == null ? Long.MAX_VALUE : first.deadlineNs;
    }

    /**
     * Ends all requests and lets none begin any more. A request that is just being sent or answered is waited for, but
     * not forever: a thread that has failed leaves some behind.
     */
    void abandon(boolean hung, SenderContext sender) {
        channels.end();
        pool.close();
        long untilNs = now() + LONGEST_END_NS;
        for (InFlightRequest first = pool.first(); first != null; first = pool.first()) {
            if (!end(first, hung, sender)) {
                if (now() > untilNs) {
                    return;
                }
                Thread.onSpinWait();
            }
        }
    }

    /** Returns false when it has just ended, or has just got its connection: to be tried again. */
    private boolean timeOut(InFlightRequest late, SenderContext sender) {
        InFlightRequest ended;
        if (pool.unqueue(late)) {
            late.end(
                    Outcome.TIMEOUT,
                    "time-out of " + setting.timeOutMs() + " ms while waiting for a free connection",
                    now());
            ended = late;
        } else {
            ClientConnection connection = late.connection;
            ended = connection == null ? null : connection.timeOut(late, setting.timeOutMs());
        }
        if (ended == null) {
            ended = giveUp(late, Outcome.NO_CALLBACK, "not called back within " + setting.timeOutMs() + " ms");
        }
        return settled(ended, sender);
    }

    private boolean end(InFlightRequest left, boolean hung, SenderContext sender) {
        InFlightRequest ended;
        if (pool.unqueue(left)) {
            left.end(
                    hung ? Outcome.TIMEOUT : Outcome.ABORTED,
                    hung
                            ? "given up while waiting for a free connection because the server hangs"
                            : "stopped while waiting for a free connection",
                    now());
            ended = left;
        } else {
            ClientConnection connection = left.connection;
            ended = connection == null ? null : connection.abandon(left, hung);
        }
        if (ended == null) {
            ended = giveUp(
                    left,
                    hung ? Outcome.NO_CALLBACK : Outcome.ABORTED,
                    hung
                            ? "given up while waiting for the callback because the server hangs"
                            : "stopped while waiting for the callback");
        }
        return settled(ended, sender);
    }

    private boolean settled(InFlightRequest ended, SenderContext sender) {
        if (ended == null) {
            return false;
        }
        sender.ended.add(ended);
        settle(sender);
        return true;
    }

    /** Returns whether no request is in flight. */
    boolean idle() {
        return pool.first() == null;
    }

    /** Returns the number of connections that could not be closed. */
    long closeFailures() {
        return channels.closeFailures();
    }

    /** Returns the callbacks that came so far; null when none can come. */
    LoadRecord.Callbacks callbacks() {
        return callbackListener == null ? null : pendingCallbacks.counts();
    }

    /** Returns the number of connections. */
    int connections() {
        return pool.size();
    }

    // ---- the receiver thread

    private void receive() {
        SchedulerSlice.ask();
        try {
            while (!closed) {
                selector.select(this::receive, callbackListener == null ? 0 : callbackListener.look());
            }
        } catch (IOException | RuntimeException | Error e) {
            onBug.accept(e);
        }
    }

    private void receive(SelectionKey ready) {
        ((ChannelHandler) ready.attachment()).ready(ready, receiver, receiverSender.ended);
        settle(receiverSender);
    }

    private long now() {
        return setting.clock().epochNanos();
    }

    /** Ends the receiver thread and closes all connections. */
    @Override
    public void close() {
        closed = true;
        selector.wakeup();
        boolean interrupted = false;
        try {
            receiverThread.join(TimeUnit.SECONDS.toMillis(10));
        } catch (InterruptedException e) {
            interrupted = true;
        }
        pool.all().forEach(ClientConnection::close);
        if (callbackListener != null) {
            callbackListener.close();
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
