package io.soabench.relay;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** An end of a connection, with the chunks that it sends to the other end. Used by the relay's thread. */
final class RelayEndpoint {

    private final SocketChannel channel;
    private final SelectionKey key;
    private final DelayLine sent;
    private RelayEndpoint other;
    private boolean reading = true;
    private boolean ended;
    private boolean blocked;
    private boolean queued;

    private RelayEndpoint(SocketChannel channel, SelectionKey key, DelayLine sent) {
        this.channel = channel;
        this.key = key;
        this.sent = sent;
    }

    /** Creates both sides of a connection; events find a side attached to its key. */
    static RelayEndpoint pair(
            Selector selector, SocketChannel client, DelayLine request, SocketChannel server, DelayLine response)
            throws IOException {
        RelayEndpoint near = of(selector, client, request, SelectionKey.OP_READ);
        RelayEndpoint far =
                of(selector, server, response, server.isConnected() ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT);
        near.other = far;
        far.other = near;
        return near;
    }

    private static RelayEndpoint of(Selector selector, SocketChannel channel, DelayLine sent, int interest)
            throws IOException {
        SelectionKey key = channel.register(selector, interest);
        RelayEndpoint side = new RelayEndpoint(channel, key, sent);
        key.attach(side);
        return side;
    }

    /** Returns the instant at which the next chunk from this side is due at the other one. */
    long dueNs() {
        return sent.dueNs();
    }

    RelayEndpoint other() {
        return other;
    }

    boolean open() {
        return channel.isOpen();
    }

    /** Returns whether a chunk can be delivered once it is due. */
    boolean pending() {
        return open() && other.channel.isConnected() && !blocked && sent.dueNs() != WakeUpTimer.NEVER;
    }

    /** Marks the other side as able to take more. */
    void unblock() {
        blocked = false;
    }

    /** Returns whether it waits in the relay's queue, as the relay has noted. */
    boolean queued() {
        return queued;
    }

    void queued(boolean now) {
        queued = now;
    }

    /** Completes the connection to the server; throws when the server refuses it. */
    void connected() throws IOException {
        channel.finishConnect();
        interest();
    }

    /** Reads the bytes from this side; a failure counts as a reset by it. */
    void read(long nowNs) {
        try {
            reading = sent.read(channel, nowNs);
        } catch (IOException e) {
            reading = false;
            sent.reset(nowNs);
        }
        interest();
    }

    /** Delivers the due chunks to the other side. */
    void deliver(long nowNs) {
        DelayLine.Delivery delivery;
        try {
            delivery = sent.deliver(other.channel, nowNs);
        } catch (IOException e) {
            // The receiver is gone; its next read reports that, unless its output has ended before.
            sent.drop();
            if (other.reading) {
                other.reading = false;
                other.sent.reset(nowNs);
            }
            delivery = DelayLine.Delivery.ENDED;
        }
        switch (delivery) {
            case RESET -> abort();
            case ENDED -> ended = true;
            default -> interest();
        }
        if (ended && other.ended) {
            close();
        } else if (open()) {
            blocked = delivery == DelayLine.Delivery.BLOCKED;
            int interest = other.key.interestOps();
            other.key.interestOps(blocked ? interest | SelectionKey.OP_WRITE : interest & ~SelectionKey.OP_WRITE);
        }
    }

    private void interest() {
        if (open() && channel.isConnected()) {
            int interest = key.interestOps() & SelectionKey.OP_WRITE;
            key.interestOps(reading && sent.takes() ? interest | SelectionKey.OP_READ : interest);
        }
    }

    /** Ends both sides with a reset. */
    void abort() {
        for (RelayEndpoint side : new RelayEndpoint[] {this, other}) {
            try {
                side.channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            } catch (IOException e) {
                // Closed already.
                side.sent.drop();
            }
        }
        close();
    }

    /** Ends both sides. */
    void close() {
        for (RelayEndpoint side : new RelayEndpoint[] {this, other}) {
            side.sent.drop();
            side.key.cancel();
            try {
                side.channel.close();
            } catch (IOException e) {
                // The connection is over; both ends know.
                side.reading = false;
            }
        }
    }
}
