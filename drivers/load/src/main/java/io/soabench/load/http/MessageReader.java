package io.soabench.load.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * A reader of one HTTP/1.1 message (RFC 9112) as its bytes arrive. A given number of the body's first bytes is kept; the rest is counted.
 * Belongs to one thread; used again for each message.
 */
public abstract class MessageReader {

    /** Bytes of a body that are kept when only its beginning is needed. */
    static final int MOST_KEPT = 65_536;

    private static final int MOST_LINE = 16_384;
    private static final int MOST_HEAD_LINES = 1_000;

    /** Hexadecimal digits of a chunk size, without leading zeros: within the range of a long. */
    private static final int MOST_SIZE_DIGITS = 15;

    private enum State {
        FIRST_LINE,
        HEADERS,
        FIXED,
        CHUNK_SIZE,
        CHUNK_DATA,
        CHUNK_END,
        TRAILERS,
        UNTIL_CLOSE,
        DONE
    }

    private final String kind;
    private State state = State.FIRST_LINE;
    private byte[] line = new byte[256];
    private int lineSize;
    private int headLines;
    private boolean keepAlive;
    private boolean chunked;
    private long contentLength;
    private long left;
    private byte[] body = new byte[2048];
    private int kept;
    private int mostKept = MOST_KEPT;
    private long bodySize;

    /**
     * @param kind the kind of message, for sentences: {@code an HTTP answer}
     */
    MessageReader(String kind) {
        this.kind = kind;
    }

    /**
     * Begins a new message.
     *
     * @param most bytes of its body to keep
     */
    public void begin(int most) {
        mostKept = most;
        kept = 0;
        bodySize = 0;
        beginHead();
    }

    /** Begins the head, perhaps again after one that announced another. */
    final void beginHead() {
        state = State.FIRST_LINE;
        lineSize = 0;
        headLines = 0;
        chunked = false;
        contentLength = -1;
    }

    /** Returns whether the connection may be used for another message. */
    public final boolean keepAlive() {
        return keepAlive;
    }

    final void keepAlive(boolean kept) {
        keepAlive = kept;
    }

    /** Returns the body's first {@link #kept()} bytes. */
    public final byte[] body() {
        return body;
    }

    /** Returns how many bytes of the body were kept. */
    public final int kept() {
        return kept;
    }

    /** Returns all bytes of the body, without transfer coding. */
    public final long bodySize() {
        return bodySize;
    }

    /**
     * Takes bytes.
     *
     * @return whether the message is complete; bytes behind its end are left in the buffer
     * @throws IOException when it is no such message
     */
    public final boolean feed(ByteBuffer in) throws IOException {
        while (state != State.DONE && in.hasRemaining()) {
            switch (state) {
                case FIRST_LINE, HEADERS, CHUNK_SIZE, CHUNK_END, TRAILERS -> {
                    if (readLine(in)) {
                        endLine();
                        lineSize = 0;
                    }
                }
                case FIXED, CHUNK_DATA -> {
                    take(in, (int) Math.min(left, in.remaining()));
                    if (left == 0) {
                        state = state == State.FIXED ? State.DONE : State.CHUNK_END;
                    }
                }
                case UNTIL_CLOSE -> {
                    left = Long.MAX_VALUE;
                    take(in, in.remaining());
                }
                case DONE -> throw new IllegalStateException("fed behind its end");
            }
        }
        return state == State.DONE;
    }

    /** Returns whether the message is complete, given that the other side closed the connection (RFC 9112 §6.3, last rule). */
    public final boolean closed() {
        keepAlive = false;
        if (state == State.UNTIL_CLOSE) {
            state = State.DONE;
        }
        return state == State.DONE;
    }

    private boolean readLine(ByteBuffer in) throws IOException {
        while (in.hasRemaining()) {
            byte b = in.get();
            if (b == '\n') {
                if (lineSize > 0 && line[lineSize - 1] == '\r') {
                    lineSize--;
                }
                return true;
            }
            if (lineSize == line.length) {
                if (lineSize >= MOST_LINE) {
                    throw new IOException("not " + kind + ": a line of more than " + MOST_LINE + " bytes");
                }
                line = Arrays.copyOf(line, line.length * 2);
            }
            line[lineSize++] = b;
            if (state == State.FIRST_LINE) {
                begins();
            }
        }
        return false;
    }

    private void endLine() throws IOException {
        switch (state) {
            case FIRST_LINE -> {
                firstLine();
                state = State.HEADERS;
            }
            case HEADERS -> {
                if (lineSize == 0) {
                    endHead();
                } else {
                    header();
                }
            }
            case CHUNK_SIZE -> {
                left = chunkSize();
                state = left == 0 ? State.TRAILERS : State.CHUNK_DATA;
            }
            case CHUNK_END -> {
                if (lineSize != 0) {
                    throw new IOException("not " + kind + ": a chunk does not end where it should");
                }
                state = State.CHUNK_SIZE;
            }
            case TRAILERS -> {
                if (lineSize == 0) {
                    state = State.DONE;
                }
            }
            default -> throw new IllegalStateException("no line expected in state " + state);
        }
    }

    /** Refuses a wrong first line as soon as it can be recognised. */
    abstract void begins() throws IOException;

    /** Takes the first line. */
    abstract void firstLine() throws IOException;

    /** Takes a header that the framing does not need; the line is complete. */
    void otherHeader() {
        // By default, other headers are ignored.
    }

    /** The kinds of bodies after a head without a length. */
    enum Rest {
        /** There is no body, even if the head states a length. */
        NONE,
        /** Another head follows, this one was interim. */
        HEAD,
        /** A body of the length in the head; none without a length. */
        SAID,
        /** A body of the length in the head; without one all bytes until the connection is closed. */
        UNTIL_CLOSE
    }

    /** Returns the kind of body that follows this head. */
    abstract Rest rest();

    private void header() throws IOException {
        if (++headLines > MOST_HEAD_LINES) {
            throw new IOException("not " + kind + ": more than " + MOST_HEAD_LINES + " header lines");
        }
        if (headerIs("content-length:")) {
            contentLength = decimal("content-length:".length());
        } else if (headerIs("transfer-encoding:")) {
            chunked = lineText().toLowerCase(Locale.ROOT).strip().endsWith("chunked");
        } else if (headerIs("connection:")) {
            String value = lineText().toLowerCase(Locale.ROOT);
            keepAlive = value.contains("keep-alive") || (keepAlive && !value.contains("close"));
        } else {
            otherHeader();
        }
    }

    /** Decides by the head how the body ends (RFC 9112 §6.3). */
    private void endHead() {
        Rest rest = rest();
        if (rest == Rest.HEAD) {
            beginHead();
        } else if (rest == Rest.NONE) {
            state = State.DONE;
        } else if (chunked) {
            state = State.CHUNK_SIZE;
        } else if (contentLength >= 0) {
            left = contentLength;
            state = left == 0 ? State.DONE : State.FIXED;
        } else {
            state = rest == Rest.UNTIL_CLOSE ? State.UNTIL_CLOSE : State.DONE;
        }
    }

    private void take(ByteBuffer in, int count) {
        int keep = Math.min(count, mostKept - kept);
        if (keep > 0) {
            if (kept + keep > body.length) {
                body = Arrays.copyOf(body, Math.min(mostKept, Math.max(kept + keep, body.length * 2)));
            }
            in.get(body, kept, keep);
            kept += keep;
        }
        in.position(in.position() + count - Math.max(keep, 0));
        bodySize += count;
        left -= count;
    }

    /** Returns the line that is read; only its first {@link #lineSize()} bytes. */
    final byte[] line() {
        return line;
    }

    final int lineSize() {
        return lineSize;
    }

    final IOException refused() {
        return new IOException("not " + kind + ": \"" + lineText() + '"');
    }

    final boolean lineBegins(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (i >= lineSize || line[i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether the line begins with that lower-case name, in any case. */
    final boolean headerIs(String name) {
        if (lineSize < name.length()) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            int b = line[i] >= 'A' && line[i] <= 'Z' ? line[i] + 32 : line[i];
            if (b != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private long decimal(int from) throws IOException {
        long value = 0;
        boolean some = false;
        for (int i = from; i < lineSize; i++) {
            byte b = line[i];
            if (b >= '0' && b <= '9' && value < Long.MAX_VALUE / 100) {
                value = value * 10 + b - '0';
                some = true;
            } else if (b != ' ' && b != '\t') {
                throw refused();
            }
        }
        if (!some) {
            throw refused();
        }
        return value;
    }

    private long chunkSize() throws IOException {
        long value = 0;
        int i = 0;
        while (i < lineSize && line[i] == '0') {
            i++;
        }
        int digits = i + MOST_SIZE_DIGITS;
        while (i < lineSize && i < digits && Character.digit(line[i], 16) >= 0) {
            value = value * 16 + Character.digit(line[i], 16);
            i++;
        }
        if (i == 0 || (i < lineSize && line[i] != ';' && line[i] != ' ' && line[i] != '\t')) {
            throw new IOException("not " + kind + ": chunk size \"" + lineText() + "\"");
        }
        return value;
    }

    final String lineText() {
        return new String(line, 0, Math.min(lineSize, 80), StandardCharsets.ISO_8859_1);
    }
}
