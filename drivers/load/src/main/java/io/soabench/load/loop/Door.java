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

/** Where processes call back: the listening socket of the load client. The reception thread takes what comes. */
final class Door implements Guest, AutoCloseable {

    private static final int BACKLOG = 4_096;

    /** Hears of callbacks that answer a functional check. */
    @FunctionalInterface
    interface Checks {

        /**
         * A callback came.
         *
         * @param uiid of the check
         * @param message begin of its envelope
         */
        void called(String uiid, byte[] message);
    }

    private final Requests requests;
    private final Uiid uiid;
    private final HostClock clock;
    private final Awaited awaited;
    private final Checks checks;
    private final int mostKept;
    private final Set<SocketChannel> channels = ConcurrentHashMap.newKeySet();
    private final ServerSocketChannel channel;

    /**
     * Listens.
     *
     * @param address of this host, with a port
     * @throws UncheckedIOException when the port is taken, or the address is none of this host
     */
    Door(InetSocketAddress address, Requests requests, Uiid uiid, HostClock clock, Awaited awaited, Checks checks) {
        this.requests = requests;
        this.uiid = uiid;
        this.clock = clock;
        this.awaited = awaited;
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
            throw new UncheckedIOException(
                    new IOException("cannot listen for callbacks at " + address + ": " + e.getMessage(), e));
        }
    }

    /** Lets the selector watch it. */
    void register(Selector selector) throws IOException {
        channel.register(selector, SelectionKey.OP_ACCEPT, this);
    }

    @Override
    public void ready(SelectionKey found, Reception reception, Deque<Flight> ended) {
        try {
            for (SocketChannel next = channel.accept(); next != null; next = channel.accept()) {
                next.configureBlocking(false);
                next.setOption(StandardSocketOptions.TCP_NODELAY, true);
                channels.add(next);
                SelectionKey key = next.register(found.selector(), SelectionKey.OP_READ);
                key.attach(new Incoming(this, next, key));
            }
        } catch (IOException e) {
            // Who called has gone again, or there are no descriptors left for it: it finds out, and its request waits
            // in vain.
            return;
        }
    }

    Optional<Requests.Callback> at(String path) {
        return requests.callbacks().stream()
                .filter(callback -> callback.path().equals(path))
                .findFirst();
    }

    /** Bytes of a callback that are needed to judge any. */
    int mostKept() {
        return mostKept;
    }

    Awaited awaited() {
        return awaited;
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

    /** Takes nobody any more and leaves all. */
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
