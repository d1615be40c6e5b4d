package io.soabench.load.http;

import io.soabench.plan.HostClock;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;

/**
 * A kept-alive TCP connection whose every wait has a deadline and can be cut short. It is opened again after it was closed. Used by one thread
 * at a time; only {@link #wake()} may be called by others.
 *
 * <p>The channel is non-blocking with a selector of its own. Only so Java sees, before a request is sent, that the server has closed an idle
 * connection. Only so writing is bounded as well as reading. It costs three file descriptors a connection.
 */
final class Connection {

    /** How a wait ended. */
    enum Wait {
        READY,
        TIMED_OUT,
        STOPPED
    }

    private final SocketAddress address;
    private final HostClock clock;
    private final Connections owner;
    private volatile Selector selector;
    private SocketChannel channel;
    private SelectionKey key;

    Connection(SocketAddress address, HostClock clock, Connections owner) {
        this.address = address;
        this.clock = clock;
        this.owner = owner;
    }

    /** Opens it; the answer is not READY when it is not open by the deadline. */
    Wait open(long deadlineNs) throws IOException {
        if (selector == null) {
            selector = Selector.open();
        }
        channel = SocketChannel.open();
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        boolean connected = channel.connect(address);
        key = channel.register(selector, connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT);
        while (!connected) {
            Wait wait = await(SelectionKey.OP_CONNECT, deadlineNs);
            if (wait != Wait.READY) {
                return wait;
            }
            connected = channel.finishConnect();
        }
        return Wait.READY;
    }

    boolean isOpen() {
        return channel != null;
    }

    /**
     * Returns whether an idle connection can no longer be used: the server closed it, or sent something nobody asked for.
     *
     * @param scratch is overwritten
     */
    boolean stale(ByteBuffer scratch) {
        scratch.clear();
        try {
            return channel.read(scratch) != 0;
        } catch (IOException e) {
            return true;
        }
    }

    /** Waits until one of the operations is possible. */
    Wait await(int operations, long deadlineNs) throws IOException {
        if (key.interestOps() != operations) {
            key.interestOps(operations);
        }
        while (true) {
            if (owner.stopped() || Thread.currentThread().isInterrupted()) {
                return Wait.STOPPED;
            }
            long leftNs = deadlineNs - clock.epochNanos();
            if (leftNs <= 0) {
                return Wait.TIMED_OUT;
            }
            if (selector.select(Connection::ignore, TimeUnit.NANOSECONDS.toMillis(leftNs) + 1) > 0) {
                return Wait.READY;
            }
        }
    }

    /** Ignores the key: only the wait is needed. */
    private static void ignore(SelectionKey ready) {}

    /** Reads as many bytes as fit; returns -1 when the server closed the connection. */
    int read(ByteBuffer target) throws IOException {
        return channel.read(target);
    }

    /** Writes as many bytes as the network takes at once, maybe none. */
    int write(ByteBuffer source) throws IOException {
        return channel.write(source);
    }

    /** Ends a wait of the thread that uses it. */
    void wake() {
        Selector waiting = selector;
        if (waiting != null) {
            waiting.wakeup();
        }
    }

    /** Closes it; it can be opened again. */
    void disconnect() {
        if (channel != null) {
            try {
                channel.close();
                // A registered channel keeps its descriptor until the selector has looked once more.
                selector.selectNow();
            } catch (IOException e) {
                owner.closeFailed();
            }
            channel = null;
            key = null;
        }
    }

    /** Closes it for good. */
    void dispose() {
        disconnect();
        Selector unused = selector;
        if (unused != null) {
            try {
                unused.close();
            } catch (IOException e) {
                owner.closeFailed();
            }
        }
    }
}
