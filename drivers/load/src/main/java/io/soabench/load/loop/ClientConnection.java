package io.soabench.load.loop;

import io.soabench.load.http.AnswerReader;
import io.soabench.load.http.Wire;
import io.soabench.plan.Outcome;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.util.Deque;

/**
 * A TCP connection that carries one request at a time and is opened again after it was closed. No method blocks. It takes one file descriptor
 * while it is open.
 *
 * <p>A request is sent at most once. The connection is opened again when the server has closed it while idle: that is seen before the first
 * byte is sent, or because not one byte could be sent. Once a byte of a request was handed to the network the request is never sent again: the
 * server may have begun to work on it. POST is not idempotent (RFC 9110 §9.2.2).
 *
 * <p>Safe for use by both threads; a request that a method returns has ended.
 */
final class ClientConnection implements ChannelHandler {

    private final int number;
    private final ServerChannels channels;
    private Wire wire;
    private SelectionKey key;
    private InFlightRequest inFlight;

    /** @param number from 1 */
    ClientConnection(int number, ServerChannels channels) {
        this.number = number;
        this.channels = channels;
    }

    int number() {
        return number;
    }

    /** Sends as much of a request as the network takes now; returns it if it has ended. */
    synchronized InFlightRequest send(InFlightRequest next, SendBuffers buffers) {
        if (channels.over()) {
            next.end(Outcome.ABORTED, "stopped before it was sent", channels.now());
            return next;
        }
        inFlight = next;
        next.writer = buffers.writer();
        next.writer.begin(next.client, next.number, next.lap, next.chunk, next.row);
        if (wire != null && wire.isReady() && stale(buffers)) {
            disconnect();
        }
        InFlightRequest ended = begin();
        if (ended == null && next.writer != null) {
            buffers.leaveWriter();
        }
        return ended;
    }

    private InFlightRequest begin() {
        if (wire == null) {
            return connect();
        }
        // A connection that was opened ahead writes the request as soon as it is connected.
        return wire.isReady() ? write() : null;
    }

    /**
     * Opens a connection before a request needs it. A connection that cannot be opened is opened again by the request that needs it, and fails
     * then.
     */
    synchronized void openAhead() {
        if (wire != null || channels.over()) {
            return;
        }
        try {
            open();
        } catch (IOException e) {
            disconnect();
        }
    }

    /** Returns whether the server closed the idle connection, or sent bytes without a request. */
    private boolean stale(SendBuffers buffers) {
        try {
            return wire.read(buffers.scratch()) != 0;
        } catch (IOException e) {
            return true;
        }
    }

    private InFlightRequest connect() {
        channels.opening(inFlight.intendedNs);
        try {
            return open() ? write() : null;
        } catch (IOException e) {
            return fail(Outcome.CONNECT, "cannot connect: " + e.getMessage());
        }
    }

    /** Begins to connect; returns whether the connection is open at once. */
    private boolean open() throws IOException {
        wire = channels.address().wire();
        boolean connected = wire.connect();
        key = wire.register(channels.selector(), this);
        channels.wake();
        return connected;
    }

    private InFlightRequest write() {
        RequestWriter writer = inFlight.writer;
        while (true) {
            try {
                boolean more = writer.more();
                int count = more ? wire.write(writer.out()) : 0;
                inFlight.bytesOut += count;
                if (!more && wire.flush()) {
                    break;
                }
                if (count == 0) {
                    await(SelectionKey.OP_WRITE);
                    return null;
                }
            } catch (IOException e) {
                if (inFlight.bytesOut > 0 || inFlight.reopened) {
                    return fail(Outcome.IO, "connection broke while sending the request: " + e.getMessage());
                }
                inFlight.reopened = true;
                writer.rewind();
                disconnect();
                return connect();
            }
        }
        inFlight.writer = null;
        await(SelectionKey.OP_READ);
        return null;
    }

    private void await(int operation) {
        if (key.interestOps() != operation) {
            key.interestOps(operation);
            channels.wake();
        }
    }

    @Override
    public void ready(SelectionKey found, ReceiverContext receiver, Deque<InFlightRequest> ended) {
        InFlightRequest left = ready(found, receiver);
        if (left != null) {
            ended.add(left);
        }
    }

    /** Returns the request that does not need the connection any more, or null. */
    private synchronized InFlightRequest ready(SelectionKey found, ReceiverContext receiver) {
        if (found != key || !found.isValid()) {
            return null;
        }
        if (inFlight == null) {
            readyUnused(receiver);
            return null;
        }
        if (inFlight.writer == null) {
            return read(receiver);
        }
        return wire.isReady() ? write() : finishConnect();
    }

    /**
     * Handles an event on a connection without a request: it was opened ahead, or the server closed it, or the server sent bytes out of turn.
     */
    private void readyUnused(ReceiverContext receiver) {
        try {
            if (!wire.isReady()) {
                wire.finish();
                await(wire.awaited());
                return;
            }
            receiver.in.clear();
            if (wire.read(receiver.in) == 0) {
                // What came is a matter of TLS.
                return;
            }
        } catch (IOException e) {
            // The next request that needs the connection opens it again.
        }
        disconnect();
    }

    private InFlightRequest finishConnect() {
        try {
            if (!wire.finish()) {
                await(wire.awaited());
                return null;
            }
        } catch (IOException e) {
            return fail(Outcome.CONNECT, "cannot connect: " + e.getMessage());
        }
        return write();
    }

    private InFlightRequest read(ReceiverContext receiver) {
        try {
            do {
                receiver.in.clear();
                int count = wire.read(receiver.in);
                if (count == 0) {
                    return null;
                }
                if (inFlight.reader == null) {
                    inFlight.reader = receiver.takeReader(
                            channels.expectation(inFlight.chunk).mostKept());
                }
                if (count < 0) {
                    return inFlight.reader.closed()
                            ? complete(receiver, false)
                            : fail(Outcome.IO, "the server closed the connection " + progress());
                }
                inFlight.bytesIn += count;
                receiver.in.flip();
                if (inFlight.reader.feed(receiver.in)) {
                    return complete(receiver, !receiver.in.hasRemaining());
                }
            } while (wire.readsAhead());
            return null;
        } catch (IOException e) {
            return fail(Outcome.IO, e.getMessage() + " " + progress());
        }
    }

    private String progress() {
        return inFlight.bytesIn == 0 ? "before the answer" : "after " + inFlight.bytesIn + " bytes of the answer";
    }

    private InFlightRequest complete(ReceiverContext receiver, boolean nothingLeft) {
        InFlightRequest ended = inFlight;
        long endNs = channels.now();
        AnswerReader reader = ended.reader;
        boolean reusable = channels.kept() && nothingLeft && reader.keepAlive();
        receiver.judge.judge(channels.expectation(ended.chunk), ended.row, reader);
        ended.status = reader.status();
        if (ended.callback != null && receiver.judge.outcome() == Outcome.OK) {
            ended.acknowledge();
        } else {
            ended.answer = receiver.kept(reader, ended.intendedNs, ended.chunk, ended.client, ended.number, ended.lap);
            ended.end(receiver.judge.outcome(), receiver.judge.detail(), endNs);
        }
        receiver.giveReader(reader);
        inFlight = null;
        if (!reusable) {
            disconnect();
        }
        return ended;
    }

    private InFlightRequest fail(Outcome how, String why) {
        InFlightRequest ended = inFlight;
        ended.status = ended.reader == null ? 0 : ended.reader.status();
        ended.end(how, why, channels.now());
        inFlight = null;
        disconnect();
        return ended;
    }

    /** Ends a request because its time is over; null when it has ended or was not begun. */
    synchronized InFlightRequest timeOut(InFlightRequest late, long timeOutMs) {
        return inFlight == late
                ? fail(
                        Outcome.TIMEOUT,
                        "time-out of " + timeOutMs + " ms " + doing()
                                + (late.bytesIn > 0 ? ", after " + late.bytesIn + " bytes of it" : ""))
                : null;
    }

    /** Ends a request because its answer is not needed any more; null when it has ended or was not begun. */
    synchronized InFlightRequest abandon(InFlightRequest left, boolean hung) {
        if (inFlight != left) {
            return null;
        }
        return hung
                ? fail(Outcome.TIMEOUT, "given up " + doing() + " because the server hangs")
                : fail(Outcome.ABORTED, "stopped " + doing());
    }

    private String doing() {
        if (inFlight.writer == null) {
            return "while waiting for the answer";
        }
        return wire != null && !wire.isReady() ? "while connecting" : "while sending the request";
    }

    private void disconnect() {
        if (wire != null) {
            channels.close(wire);
            wire = null;
            key = null;
        }
    }

    /** Closes the connection. */
    synchronized void close() {
        disconnect();
    }
}
