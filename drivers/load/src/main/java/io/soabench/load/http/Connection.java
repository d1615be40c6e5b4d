package io.soabench.load.http;

import io.soabench.plan.HostClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.TimeUnit;

/**
 * A kept-alive TCP connection whose every wait has a deadline and can be cut short. It is opened again after it was closed. Used by one thread
 * at a time; only {@link #wake()} may be called by others.
 *
 * <p>The channel is non-blocking with a selector of its own. Only so Java sees, before a request is sent, that the server has closed an idle
 * connection. Only so writing is bounded as well as reading. It costs three file descriptors a connection.
 */
final class Connection {

    /** The ways in which a wait ends. */
    enum Wait {
        READY,
        TIMED_OUT,
        STOPPED
    }

    private final ServerAddress address;
    private final HostClock clock;
    private final Connections owner;
    private volatile Selector selector;
    private Wire wire;
    private SelectionKey key;

    Connection(ServerAddress address, HostClock clock, Connections owner) {
        this.address = address;
        this.clock = clock;
        this.owner = owner;
    }

    /** Opens the connection; returns READY if it is open before the deadline. */
    Wait open(long deadlineNs) throws IOException {
        if (selector == null) {
            selector = Selector.open();
        }
        wire = address.wire();
        boolean connected = wire.connect();
        key = wire.register(selector, this);
        while (!connected) {
            Wait wait = await(wire.awaited(), deadlineNs);
            if (wait != Wait.READY) {
                return wait;
            }
            connected = wire.finish();
        }
        return Wait.READY;
    }

    boolean isOpen() {
        return wire != null;
    }

    /**
     * Returns whether an idle connection can no longer be used: the server closed it, or sent bytes without a request.
     *
     * @param scratch is overwritten
     */
    boolean stale(ByteBuffer scratch) {
        scratch.clear();
        try {
            return wire.read(scratch) != 0;
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
        return wire.read(target);
    }

    /** Writes as many bytes as the network takes at once, maybe none. */
    int write(ByteBuffer source) throws IOException {
        return wire.write(source);
    }

    /** Sends bytes that were written and are kept; returns whether none are left. */
    boolean flush() throws IOException {
        return wire.flush();
    }

    /** Returns whether it is to be read until there is nothing, since a wait does not show all that can be read. */
    boolean readsAhead() {
        return wire.readsAhead();
    }

    /** Ends a wait of the thread that uses the connection. */
    void wake() {
        Selector waiting = selector;
        if (waiting != null) {
            waiting.wakeup();
        }
    }

    /** Closes the connection; it can be opened again. */
    void disconnect() {
        if (wire != null) {
            try {
                wire.close();
                // A registered channel keeps its descriptor until the selector has looked once more.
                selector.selectNow();
            } catch (IOException e) {
                owner.closeFailed();
            }
            wire = null;
            key = null;
        }
    }

    /** Closes the connection and its selector; it cannot be opened again. */
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
