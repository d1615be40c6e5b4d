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
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A relay that accepts TCP connections and forwards them to one target. It draws a latency for each chunk on its
 * arrival and keeps the order of each direction. A chunk is due at its arrival plus its latency, but not before the
 * preceding chunk. The first bytes of a new connection wait one more round trip, as for the handshake of TCP.
 *
 * <p>Chunks are never early. They are late by the wake-up time of the thread, which does not sleep in the last {@link
 * WakeUpTimer#EARLY_NS}.
 *
 * <p>The n-th connection of a relay has its own random streams, split from those of the seed. The course of one
 * connection therefore does not change the latencies of another.
 */
final class RelayServer implements AutoCloseable {

    private static final int BACKLOG = 1024;

    /**
     * The pause in nanoseconds after a connection could not be accepted, as when the process has no file descriptor
     * left. The system would refuse the next attempt at once, too, and the relay would do nothing else.
     */
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final RelayOptions options;
    private final HostClock clock;
    private final Selector selector;
    private final ServerSocketChannel listening;
    private final WakeUpTimer alarm;
    private final SplittableRandom random;
    private final BufferPool buffers = new BufferPool();
    private final SelectionKey acceptable;
    private final PriorityQueue<Due> queue = new PriorityQueue<>(Comparator.comparingLong(Due::atNs));
    private volatile boolean closed;

    /** The instant at which connections are accepted again; {@link WakeUpTimer#NEVER} while they are. */
    private long acceptAgainNs = WakeUpTimer.NEVER;

    /** A side with the instant of its next delivery. */
    private record Due(RelayEndpoint side, long atNs) {}

    private RelayServer(
            RelayOptions options,
            HostClock clock,
            Selector selector,
            ServerSocketChannel listening,
            SelectionKey acceptable) {
        this.acceptable = acceptable;
        this.options = options;
        this.clock = clock;
        this.random = options.random();
        this.selector = selector;
        this.listening = listening;
        this.alarm = new WakeUpTimer(clock, selector::wakeup);
    }

    /**
     * Opens the port; connections are accepted while {@link #run} lasts.
     *
     * @throws IOException when the port cannot be opened; the message names the address
     */
    static RelayServer open(RelayOptions options, HostClock clock) throws IOException {
        ServerSocketChannel listening = ServerSocketChannel.open();
        try {
            listening.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            listening.bind(options.listen(), BACKLOG);
            listening.configureBlocking(false);
            Selector selector = Selector.open();
            SelectionKey acceptable = listening.register(selector, SelectionKey.OP_ACCEPT);
            return new RelayServer(options, clock, selector, listening, acceptable);
        } catch (IOException e) {
            listening.close();
            throw new IOException("cannot listen on " + options.listen() + ": " + e.getMessage(), e);
        }
    }

    /** Returns the address on which it listens. */
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

    /** Waits for an event or the next due instant, and spins when that instant is near. */
    private void await() throws IOException {
        if (acceptAgainNs <= clock.epochNanos()) {
            acceptAgainNs = WakeUpTimer.NEVER;
            acceptable.interestOps(SelectionKey.OP_ACCEPT);
        }
        Due next = queue.peek();
        long dueNs = Math.min(acceptAgainNs, next == null ? WakeUpTimer.NEVER : next.atNs());
        if (dueNs != WakeUpTimer.NEVER && dueNs - clock.epochNanos() <= WakeUpTimer.EARLY_NS) {
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
        RelayEndpoint side = (RelayEndpoint) key.attachment();
        if (key.isConnectable()) {
            try {
                side.connected();
            } catch (IOException e) {
                // No server listens there: the client gets a reset.
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
        SocketChannel client;
        try {
            client = listening.accept();
        } catch (IOException e) {
            // The connections that there are go on, and this one waits in the queue of the port.
            acceptAgainNs = nowNs + PAUSE_NS;
            acceptable.interestOps(0);
            return;
        }
        if (client == null) {
            return;
        }
        LongSupplier requestsNs = options.request().drawsNs(random.split());
        LongSupplier responsesNs = options.response().drawsNs(random.split());
        long handshakeNs = requestsNs.getAsLong() + responsesNs.getAsLong();
        SocketChannel server = null;
        try {
            server = SocketChannel.open();
            for (SocketChannel channel : List.of(client, server)) {
                channel.configureBlocking(false);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            }
            server.connect(options.to());
            DelayLine request = new DelayLine(requestsNs, buffers, nowNs + handshakeNs);
            DelayLine response = new DelayLine(responsesNs, buffers, nowNs + handshakeNs);
            RelayEndpoint.pair(selector, client, request, server, response);
        } catch (IOException e) {
            // The target cannot be reached, or there is no file descriptor for it: only this connection ends.
            client.setOption(StandardSocketOptions.SO_LINGER, 0);
            client.close();
            if (server != null) {
                server.close();
            }
        }
    }

    private void enqueue(RelayEndpoint side) {
        if (!side.queued() && side.pending()) {
            side.queued(true);
            queue.add(new Due(side, side.dueNs()));
        }
    }

    private void deliver() {
        long nowNs = clock.epochNanos();
        Deque<RelayEndpoint> again = new ArrayDeque<>();
        for (Due next = queue.peek(); next != null && next.atNs() <= nowNs; next = queue.peek()) {
            RelayEndpoint side = queue.remove().side();
            side.queued(false);
            if (side.pending()) {
                side.deliver(nowNs);
            }
            again.add(side);
            // The delivery may have found that the receiver is gone.
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
            if (key.attachment() instanceof RelayEndpoint side) {
                side.close();
            }
        }
        listening.close();
        selector.close();
    }
}
