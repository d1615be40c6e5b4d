package io.soabench.load.http;

import io.soabench.plan.HostClock;
import io.soabench.plan.Outcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * An exchange: it sends a request, waits for its answer and judges it. Belongs to one thread and is used again for each request; its results
 * are those of the last {@link #run}.
 *
 * <p>A request is sent at most once. The connection is opened again when the server has closed it while idle: that is seen before the first
 * byte is sent, or because not one byte could be sent. Once a byte of a request was handed to the network the request is never sent again: the
 * server may have begun to work on it. POST is not idempotent (RFC 9110 §9.2.2).
 */
public final class Exchange {

    /**
     * The values that all exchanges of a load client share.
     *
     * @param sharedConnections whether any exchange takes any connection that is free; else each has its own
     * @param keptConnections whether a connection is used again; else it is closed after the answer
     */
    public record Setting(
            Requests requests,
            Connections connections,
            boolean sharedConnections,
            boolean keptConnections,
            HostClock clock,
            long timeOutMs) {}

    private static final int BUFFER_BYTES = 16_384;

    private final Connections connections;
    private final Optional<Connection> own;
    private final boolean kept;
    private final HostClock clock;
    private final long timeOutMs;
    private final Judge judge = new Judge();
    private final Requests requests;
    private final Requests.Rendering rendering;
    private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final AnswerReader reader = new AnswerReader();

    private Outcome outcome = Outcome.ABORTED;
    private String detail = "";
    private long bytesOut;
    private long bytesIn;
    private long endNs;
    private boolean reusable;
    private int opened;
    private long waitedNs;
    private long line;
    private int sent;

    /** Creates an exchange for one thread. */
    public Exchange(Setting setting) {
        connections = setting.connections();
        own = setting.sharedConnections() ? Optional.empty() : Optional.of(connections.fresh());
        kept = setting.keptConnections();
        clock = setting.clock();
        timeOutMs = setting.timeOutMs();
        requests = setting.requests();
        rendering = requests.rendering();
    }

    /**
     * Sends one request and waits for its answer until the time-out, which counts from {@code startNs}.
     *
     * @param chunk index of the request file
     * @param row of records that fills it, see {@link io.soabench.load.input.Trace#row}
     * @param uiid ASCII
     * @param uiidSize bytes of {@code uiid} that count
     */
    public void run(int chunk, int row, byte[] uiid, int uiidSize, long startNs) {
        sent = chunk;
        outcome = Outcome.ABORTED;
        detail = "";
        bytesOut = 0;
        bytesIn = 0;
        reusable = false;
        opened = 0;
        waitedNs = 0;
        reader.begin(requests.expectation(chunk).mostKept());
        rendering.begin(chunk, row, uiid, uiidSize);
        line = requests.line(chunk, row);
        long deadlineNs = startNs + TimeUnit.MILLISECONDS.toNanos(timeOutMs);
        Connection connection = own.isPresent() ? own.get() : take(startNs, deadlineNs);
        if (connection == null) {
            endNs = clock.epochNanos();
            return;
        }
        try {
            if (ready(connection, deadlineNs) && send(connection, deadlineNs) && receive(connection, deadlineNs)) {
                endNs = clock.epochNanos();
                judge(requests.expectation(chunk), row);
            } else {
                endNs = clock.epochNanos();
            }
        } finally {
            if (!reusable) {
                connection.disconnect();
            }
            if (own.isEmpty()) {
                connections.give(connection);
            }
        }
    }

    /** Returns a connection that is free; null when there was none in time. */
    private Connection take(long startNs, long deadlineNs) {
        Connection free = connections.take();
        if (free != null) {
            return free;
        }
        Connections.Waited waited = connections.await(deadlineNs);
        waitedNs = Math.max(1, clock.epochNanos() - startNs);
        isReady(waited.how(), "while waiting for a free connection");
        return waited.connection();
    }

    private boolean ready(Connection connection, long deadlineNs) {
        if (connection.isOpen()) {
            if (!connection.stale(in)) {
                return true;
            }
            connection.disconnect();
        }
        return connect(connection, deadlineNs);
    }

    private boolean connect(Connection connection, long deadlineNs) {
        opened++;
        try {
            return isReady(connection.open(deadlineNs), "while connecting");
        } catch (IOException e) {
            return failed(Outcome.CONNECT, "cannot connect: " + e.getMessage());
        }
    }

    private boolean send(Connection connection, long deadlineNs) {
        boolean again = true;
        out.clear();
        while (rendering.fill(out)) {
            out.flip();
            try {
                while (out.hasRemaining()) {
                    int count = connection.write(out);
                    bytesOut += count;
                    if (count == 0
                            && !isReady(
                                    connection.await(SelectionKey.OP_WRITE, deadlineNs), "while sending the request")) {
                        return false;
                    }
                }
            } catch (IOException e) {
                if (bytesOut > 0 || !again) {
                    return failed(Outcome.IO, "connection broke while sending the request: " + e.getMessage());
                }
                again = false;
                connection.disconnect();
                if (!connect(connection, deadlineNs)) {
                    return false;
                }
                rendering.rewind();
            }
            out.clear();
        }
        return flush(connection, deadlineNs);
    }

    private boolean flush(Connection connection, long deadlineNs) {
        try {
            while (!connection.flush()) {
                if (!isReady(connection.await(SelectionKey.OP_WRITE, deadlineNs), "while sending the request")) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            return failed(Outcome.IO, "connection broke while sending the request: " + e.getMessage());
        }
    }

    private boolean receive(Connection connection, long deadlineNs) {
        try {
            int count = 0;
            while (true) {
                if ((count == 0 || !connection.readsAhead())
                        && !isReady(
                                connection.await(SelectionKey.OP_READ, deadlineNs), "while waiting for the answer")) {
                    return false;
                }
                in.clear();
                count = connection.read(in);
                if (count < 0) {
                    return reader.closed() || failed(Outcome.IO, "the server closed the connection " + progress());
                }
                bytesIn += count;
                in.flip();
                if (reader.feed(in)) {
                    reusable = kept && reader.keepAlive() && !in.hasRemaining();
                    return true;
                }
            }
        } catch (IOException e) {
            return failed(Outcome.IO, e.getMessage() + " " + progress());
        }
    }

    private String progress() {
        return bytesIn == 0 ? "before the answer" : "after " + bytesIn + " bytes of the answer";
    }

    private boolean isReady(Connection.Wait wait, String doing) {
        return switch (wait) {
            case READY -> true;
            case TIMED_OUT ->
                failed(
                        Outcome.TIMEOUT,
                        "time-out of " + timeOutMs + " ms " + doing
                                + (bytesIn > 0 ? ", after " + bytesIn + " bytes of it" : ""));
            case STOPPED ->
                connections.hung()
                        ? failed(Outcome.TIMEOUT, "given up " + doing + " because the server hangs")
                        : failed(Outcome.ABORTED, "stopped " + doing);
        };
    }

    private boolean failed(Outcome how, String why) {
        outcome = how;
        detail = why;
        return false;
    }

    private void judge(Expectation expected, int row) {
        judge.judge(expected, row, reader);
        outcome = judge.outcome();
        detail = judge.detail();
    }

    /** Returns the line of the user's file with the record that filled the request; 0 when none did. */
    public long line() {
        return line;
    }

    /** Returns the whole answer without secrets; empty when only a part of it is known. */
    public Optional<String> answer() {
        return reader.kept() == reader.bodySize()
                ? Optional.of(requests.withoutSecrets(
                        sent, new String(reader.body(), 0, reader.kept(), StandardCharsets.UTF_8)))
                : Optional.empty();
    }

    /** Returns how it ended. */
    public Outcome outcome() {
        return outcome;
    }

    /** Returns the HTTP status or 0. */
    public int status() {
        return reader.status();
    }

    /** Returns how many connections were opened for it. */
    public int opened() {
        return opened;
    }

    /** Returns how long it waited for a free connection; 0 when one was free. */
    public long waitedNs() {
        return waitedNs;
    }

    /** Returns the bytes handed to the network, HTTP head included. */
    public long bytesOut() {
        return bytesOut;
    }

    /** Returns the bytes received, HTTP head included. */
    public long bytesIn() {
        return bytesIn;
    }

    /** Returns the fault code or error, or an empty text. */
    public String detail() {
        return requests.withoutSecrets(sent, detail);
    }

    /** Returns when the answer was complete or given up, see {@link HostClock#epochNanos()}. */
    public long endNs() {
        return endNs;
    }
}
