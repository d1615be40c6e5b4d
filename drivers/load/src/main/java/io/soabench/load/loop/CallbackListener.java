package io.soabench.load.loop;

import io.soabench.load.http.Requests;
import io.soabench.load.text.Uiid;
import io.soabench.plan.HostClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * The socket on which the load client takes callbacks of processes. The receiver thread accepts the connections. When
 * this process may open no more files, waiting connections are left, and accepted after {@value #PAUSE_MS} ms or later.
 * Without the pause, a ready socket that is not taken would keep the thread busy.
 */
final class CallbackListener implements ChannelHandler, AutoCloseable {

    /** The pause after a connection could not be accepted. */
    static final long PAUSE_MS = 100;

    private static final int BACKLOG = 4_096;

    /** The operation that accepts connections. */
    @FunctionalInterface
    interface Acceptor {

        /**
         * Accepts a connection; never waits.
         *
         * @return null when none waits
         * @throws IOException when none can be taken, mostly because no descriptor is left
         */
        SocketChannel accept() throws IOException;
    }

    /** A listener to callbacks that answer a functional check. */
    interface Checks {

        /** Returns whether an identifier is that of a functional check. */
        boolean have(String uiid);

        /**
         * Receives a callback.
         *
         * @param uiid of the check
         * @param message the first bytes of its envelope
         */
        void called(String uiid, byte[] message);
    }

    private final Requests requests;
    private final Uiid uiid;
    private final HostClock clock;
    private final PendingCallbacks pendingCallbacks;
    private final Checks checks;
    private final int mostKept;
    private final Set<SocketChannel> channels = ConcurrentHashMap.newKeySet();
    private final ServerSocketChannel channel;
    private final Acceptor acceptor;

    /** The key of the socket during a pause; else null. */
    private SelectionKey paused;

    private long pausedUntilNs;

    /**
     * Opens the socket and listens.
     *
     * @param address of this host, with a port
     * @throws UncheckedIOException when the port is taken, or the address is none of this host
     */
    CallbackListener(
            InetSocketAddress address,
            Requests requests,
            Uiid uiid,
            HostClock clock,
            PendingCallbacks pendingCallbacks,
            Checks checks) {
        this(address, requests, uiid, clock, pendingCallbacks, checks, socket -> socket::accept);
    }

    /** Opens the socket with another operation that accepts connections. */
    CallbackListener(
            InetSocketAddress address,
            Requests requests,
            Uiid uiid,
            HostClock clock,
            PendingCallbacks pendingCallbacks,
            Checks checks,
            Function<ServerSocketChannel, Acceptor> acceptors) {
        this.requests = requests;
        this.uiid = uiid;
        this.clock = clock;
        this.pendingCallbacks = pendingCallbacks;
        this.checks = checks;
        mostKept = requests.callbacks().stream()
                .mapToInt(callback -> callback.expectation().mostKept())
                .max()
                .orElse(0);
        try {
            channel = ServerSocketChannel.open();
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.configureBlocking(false);
            channel.bind(address, BACKLOG);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen for callbacks at " + address + ": " + e.getMessage(), e);
        }
        acceptor = acceptors.apply(channel);
    }

    /** Returns the address at which the listener accepts callbacks. */
    InetSocketAddress address() throws IOException {
        return (InetSocketAddress) channel.getLocalAddress();
    }

    /** Registers the socket with the selector. */
    void register(Selector selector) throws IOException {
        channel.register(selector, SelectionKey.OP_ACCEPT, this);
    }

    @Override
    public void ready(SelectionKey found, ReceiverContext receiver, Deque<InFlightRequest> ended) {
        try {
            for (SocketChannel next = acceptor.accept(); next != null; next = acceptor.accept()) {
                add(next, found.selector());
            }
        } catch (IOException e) {
            pendingCallbacks.notAccepted();
            found.interestOps(0);
            paused = found;
            pausedUntilNs = clock.epochNanos() + TimeUnit.MILLISECONDS.toNanos(PAUSE_MS);
        }
    }

    private void add(SocketChannel caller, Selector selector) {
        channels.add(caller);
        try {
            caller.configureBlocking(false);
            caller.setOption(StandardSocketOptions.TCP_NODELAY, true);
            SelectionKey key = caller.register(selector, SelectionKey.OP_READ);
            key.attach(new CallbackConnection(this, caller, key));
        } catch (IOException e) {
            // The caller has closed the connection already.
            close(caller);
        }
    }

    /**
     * Ends a pause when its time is over. Called by the receiver thread.
     *
     * @return milliseconds until it is to be asked again, at least 1; 0 when there is nothing to wait for
     */
    long look() {
        if (paused == null) {
            return 0;
        }
        long leftNs = pausedUntilNs - clock.epochNanos();
        if (leftNs > 0) {
            return 1 + TimeUnit.NANOSECONDS.toMillis(leftNs);
        }
        paused.interestOps(SelectionKey.OP_ACCEPT);
        paused = null;
        return 0;
    }

    Optional<Requests.Callback> at(String path) {
        return requests.callbacks().stream()
                .filter(callback -> callback.path().equals(path))
                .findFirst();
    }

    /** Returns the bytes of a callback that are needed to judge any. */
    int mostKept() {
        return mostKept;
    }

    PendingCallbacks pendingCallbacks() {
        return pendingCallbacks;
    }

    Uiid uiid() {
        return uiid;
    }

    Checks checks() {
        return checks;
    }

    long now() {
        return clock.epochNanos();
    }

    void close(SocketChannel caller) {
        channels.remove(caller);
        try {
            caller.close();
        } catch (IOException e) {
            // Its descriptor is the operating system's then.
            channels.remove(caller);
        }
    }

    /** Closes the socket and all connections. */
    @Override
    public void close() {
        channels.forEach(this::close);
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
