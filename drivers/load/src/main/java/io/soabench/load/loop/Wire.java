package io.soabench.load.loop;

import io.soabench.load.http.AnswerReader;
import io.soabench.plan.Outcome;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Deque;

/**
 * One TCP connection, which carries one flight at a time and is opened again after it was closed. Nothing here waits. One file
 * descriptor while it is open.
 *
 * <p>A request is sent at most once. When the server has closed an idle connection, which is seen before the first byte is sent
 * or because not one byte could be sent, the connection is opened again; once a byte of a request was handed to the network it is
 * never sent again, because the server may have begun to work on it (RFC 9110 §9.2.2: POST is not idempotent).
 *
 * <p>Safe for use by both threads; a flight that a method returns has ended.
 */
final class Wire implements Guest {

    private final int number;
    private final Exchanges owner;
    private SocketChannel channel;
    private SelectionKey key;
    private Flight flight;

    /** @param number from 1 */
    Wire(int number, Exchanges owner) {
        this.number = number;
        this.owner = owner;
    }

    int number() {
        return number;
    }

    /** Sends as much of the flight's request as the network takes now. */
    synchronized Flight send(Flight next, Hand hand) {
        if (owner.over()) {
            next.end(Outcome.ABORTED, "stopped before it was sent", owner.now());
            return next;
        }
        flight = next;
        next.pen = hand.pen(next);
        if (channel != null && !channel.isConnectionPending() && stale(hand)) {
            disconnect();
        }
        Flight ended = begin();
        if (ended == null && next.pen != null) {
            hand.leavePen();
        }
        return ended;
    }

    private Flight begin() {
        if (channel == null) {
            return connect();
        }
        // One that was opened ahead writes as soon as it is connected.
        return channel.isConnectionPending() ? null : write();
    }

    /** Opens a connection that nobody needs yet. One that cannot be opened is opened again by whoever needs it, and fails then. */
    synchronized void openAhead() {
        if (channel != null || owner.over()) {
            return;
        }
        try {
            open();
        } catch (IOException e) {
            disconnect();
        }
    }

    /** Whether the server closed the idle connection, or sent something nobody asked for. */
    private boolean stale(Hand hand) {
        hand.scratch.clear();
        try {
            return channel.read(hand.scratch) != 0;
        } catch (IOException e) {
            return true;
        }
    }

    private Flight connect() {
        owner.opening(flight);
        try {
            return open() ? write() : null;
        } catch (IOException e) {
            return fail(Outcome.CONNECT, "cannot connect: " + e.getMessage());
        }
    }

    /** Whether it is connected at once. */
    private boolean open() throws IOException {
        channel = SocketChannel.open();
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        boolean connected = channel.connect(owner.address());
        key = owner.register(channel, connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, this);
        return connected;
    }

    private Flight write() {
        Pen pen = flight.pen;
        while (pen.more()) {
            try {
                int count = channel.write(pen.out());
                flight.bytesOut += count;
                if (count == 0) {
                    await(SelectionKey.OP_WRITE);
                    return null;
                }
            } catch (IOException e) {
                if (flight.bytesOut > 0 || flight.reopened) {
                    return fail(Outcome.IO, "connection broke while sending the request: " + e.getMessage());
                }
                flight.reopened = true;
                pen.rewind();
                disconnect();
                return connect();
            }
        }
        flight.pen = null;
        await(SelectionKey.OP_READ);
        return null;
    }

    private void await(int operation) {
        if (key.interestOps() != operation) {
            key.interestOps(operation);
            owner.wake();
        }
    }

    @Override
    public void ready(SelectionKey found, Reception reception, Deque<Flight> ended) {
        Flight left = ready(found, reception);
        if (left != null) {
            ended.add(left);
        }
    }

    /** The flight that does not need it any more, or null. */
    private synchronized Flight ready(SelectionKey found, Reception reception) {
        if (found != key || !found.isValid()) {
            return null;
        }
        if (flight == null) {
            readyUnused(found);
            return null;
        }
        if (flight.pen == null) {
            return read(reception);
        }
        return found.isConnectable() ? finishConnect() : write();
    }

    /** A connection that was opened ahead is there, or the server closed an idle one, or spoke out of turn. */
    private void readyUnused(SelectionKey found) {
        try {
            if (found.isConnectable() && channel.finishConnect()) {
                found.interestOps(SelectionKey.OP_READ);
                return;
            }
        } catch (IOException e) {
            // Whoever needs it opens it again.
        }
        disconnect();
    }

    private Flight finishConnect() {
        try {
            if (!channel.finishConnect()) {
                return null;
            }
        } catch (IOException e) {
            return fail(Outcome.CONNECT, "cannot connect: " + e.getMessage());
        }
        return write();
    }

    private Flight read(Reception reception) {
        try {
            reception.in.clear();
            int count = channel.read(reception.in);
            if (count == 0) {
                return null;
            }
            if (flight.reader == null) {
                flight.reader = reception.takeReader(owner.expectation(flight).mostKept());
            }
            if (count < 0) {
                return flight.reader.closed()
                        ? complete(reception, false)
                        : fail(Outcome.IO, "the server closed the connection " + progress());
            }
            flight.bytesIn += count;
            reception.in.flip();
            return flight.reader.feed(reception.in) ? complete(reception, !reception.in.hasRemaining()) : null;
        } catch (IOException e) {
            return fail(Outcome.IO, e.getMessage() + " " + progress());
        }
    }

    private String progress() {
        return flight.bytesIn == 0 ? "before the answer" : "after " + flight.bytesIn + " bytes of the answer";
    }

    private Flight complete(Reception reception, boolean nothingLeft) {
        Flight ended = flight;
        long endNs = owner.now();
        AnswerReader reader = ended.reader;
        boolean reusable = owner.kept() && nothingLeft && reader.keepAlive();
        reception.judge.judge(owner.expectation(ended), ended.row, reader);
        ended.status = reader.status();
        if (ended.callback != null && reception.judge.outcome() == Outcome.OK) {
            ended.acknowledge();
        } else {
            ended.end(reception.judge.outcome(), reception.judge.detail(), endNs);
        }
        reception.giveReader(reader);
        flight = null;
        if (!reusable) {
            disconnect();
        }
        return ended;
    }

    private Flight fail(Outcome how, String why) {
        Flight ended = flight;
        ended.status = ended.reader == null ? 0 : ended.reader.status();
        ended.end(how, why, owner.now());
        flight = null;
        disconnect();
        return ended;
    }

    /** Ends a flight because its time is over; null when it has ended or was not begun. */
    synchronized Flight timeOut(Flight late, long timeOutMs) {
        return flight == late
                ? fail(
                        Outcome.TIMEOUT,
                        "time-out of " + timeOutMs + " ms " + doing()
                                + (late.bytesIn > 0 ? ", after " + late.bytesIn + " bytes of it" : ""))
                : null;
    }

    /** Ends a flight because nobody waits for it any more; null when it has ended or was not begun. */
    synchronized Flight abandon(Flight left, boolean hung) {
        if (flight != left) {
            return null;
        }
        return hung
                ? fail(Outcome.TIMEOUT, "given up " + doing() + " because the server hangs")
                : fail(Outcome.ABORTED, "stopped " + doing());
    }

    private String doing() {
        if (flight.pen == null) {
            return "while waiting for the answer";
        }
        return channel != null && channel.isConnectionPending() ? "while connecting" : "while sending the request";
    }

    private void disconnect() {
        if (channel != null) {
            owner.close(channel);
            channel = null;
            key = null;
        }
    }

    /** Closes it. */
    synchronized void close() {
        disconnect();
    }
}
