package io.soabench.relay;

import io.soabench.plan.HostClock;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * Takes TCP connections and passes them on to one place. Each chunk is held for a latency that is drawn when it arrives, and chunks of
 * a direction keep their order: a chunk is due at the greater of the one before and its arrival plus its latency. What a new connection
 * sends first is held for one round trip more, as the handshake of TCP would.
 *
 * <p>Chunks are never early. They are late by what the thread takes to wake up; the last {@link Alarm#EARLY_NS} it does not sleep.
 *
 * <p>The n-th connection of a relay has its own random streams, split from the seed's: what becomes of one connection does
 * not change the latencies of another.
 */
final class Relay implements AutoCloseable {

    private static final int BACKLOG = 1024;

    private final RelayOptions options;
    private final HostClock clock;
    private final Selector selector;
    private final ServerSocketChannel listening;
    private final Alarm alarm;
    private final SplittableRandom random;
    private final Buffers buffers = new Buffers();
    private final PriorityQueue<Due> queue = new PriorityQueue<>(Comparator.comparingLong(Due::atNs));
    private volatile boolean closed;

    /** A side, as of the instant at which it has something to deliver. */
    private record Due(Side side, long atNs) {}

    private Relay(RelayOptions options, HostClock clock, Selector selector, ServerSocketChannel listening) {
        this.options = options;
        this.clock = clock;
        this.random = options.random();
        this.selector = selector;
        this.listening = listening;
        this.alarm = new Alarm(clock, selector::wakeup);
    }

    /**
     * Opens the port; connections are taken while {@link #run} lasts.
     *
     * @throws IOException when it cannot listen; the message names the place
     */
    static Relay open(RelayOptions options, HostClock clock) throws IOException {
        ServerSocketChannel listening = ServerSocketChannel.open();
        try {
            listening.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            listening.bind(options.listen(), BACKLOG);
            listening.configureBlocking(false);
            Selector selector = Selector.open();
            listening.register(selector, SelectionKey.OP_ACCEPT);
            return new Relay(options, clock, selector, listening);
        } catch (IOException e) {
            listening.close();
            throw new IOException("cannot listen on " + options.listen() + ": " + e.getMessage(), e);
        }
    }

    /** Where it listens. */
    InetSocketAddress address() throws IOException {
        return (InetSocketAddress) listening.getLocalAddress();
    }

    /** Relays until it is closed. */
    void run() throws IOException {
        try {
            while (!closed) {
                await();
                long nowNs = clock.epochNanos();
                for (SelectionKey key : selector.selectedKeys()) {
                    if (key.isValid()) {
                        handle(key, nowNs);
                    }
                }
                selector.selectedKeys().clear();
                deliver();
            }
        } finally {
            closeAll();
        }
    }

    /** Waits for an event or until something is due, and spins when that is soon. */
    private void await() throws IOException {
        Due next = queue.peek();
        long dueNs = next == null ? Alarm.NEVER : next.atNs();
        if (next != null && dueNs - clock.epochNanos() <= Alarm.EARLY_NS) {
            selector.selectNow();
            Thread.onSpinWait();
        } else {
            alarm.at(dueNs);
            selector.select();
        }
    }

    private void handle(SelectionKey key, long nowNs) throws IOException {
        if (key.isAcceptable()) {
            accept(nowNs);
            return;
        }
        Side side = (Side) key.attachment();
        if (key.isConnectable()) {
            try {
                side.connected();
            } catch (IOException e) {
                // Nobody listens there: the client sees a reset.
                side.abort();
                return;
            }
            enqueue(side.other());
        }
        if (key.isValid() && key.isReadable()) {
            side.read(nowNs);
            enqueue(side);
        }
        if (key.isValid() && key.isWritable()) {
            side.other().unblock();
            enqueue(side.other());
        }
    }

    private void accept(long nowNs) throws IOException {
        SocketChannel client = listening.accept();
        if (client == null) {
            return;
        }
        LongSupplier requestsNs = options.request().drawsNs(random.split());
        LongSupplier responsesNs = options.response().drawsNs(random.split());
        long handshakeNs = requestsNs.getAsLong() + responsesNs.getAsLong();
        SocketChannel server = SocketChannel.open();
        try {
            for (SocketChannel channel : List.of(client, server)) {
                channel.configureBlocking(false);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            }
            server.connect(options.to());
            Flow request = new Flow(requestsNs, buffers, nowNs + handshakeNs);
            Flow response = new Flow(responsesNs, buffers, nowNs + handshakeNs);
            Side.pair(selector, client, request, server, response);
        } catch (IOException e) {
            // The place cannot be reached at all: this connection ends, others may fare better.
            client.setOption(StandardSocketOptions.SO_LINGER, 0);
            client.close();
            server.close();
        }
    }

    private void enqueue(Side side) {
        if (!side.queued() && side.pending()) {
            side.queued(true);
            queue.add(new Due(side, side.dueNs()));
        }
    }

    private void deliver() {
        long nowNs = clock.epochNanos();
        Deque<Side> again = new ArrayDeque<>();
        for (Due next = queue.peek(); next != null && next.atNs() <= nowNs; next = queue.peek()) {
            Side side = queue.remove().side();
            side.queued(false);
            if (side.pending()) {
                side.deliver(nowNs);
            }
            again.add(side);
            // Delivering may have learnt that the receiver is gone.
            again.add(side.other());
        }
        again.forEach(this::enqueue);
    }

    @Override
    public void close() {
        closed = true;
        selector.wakeup();
    }

    private void closeAll() throws IOException {
        alarm.close();
        for (SelectionKey key : new ArrayList<>(selector.keys())) {
            if (key.attachment() instanceof Side side) {
                side.close();
            }
        }
        listening.close();
        selector.close();
    }
}
