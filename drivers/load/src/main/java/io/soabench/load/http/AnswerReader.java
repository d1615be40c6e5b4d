package io.soabench.load.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * Reads one HTTP/1.1 answer (RFC 9112) as its bytes arrive. Of the body it keeps the first bytes, as many as it is told; the rest is
 * counted. Belongs to one thread; used again for each answer.
 */
public final class AnswerReader {

    /** Bytes of a body that are kept when only its begin is of interest. */
    static final int MOST_KEPT = 65_536;

    private static final int MOST_LINE = 16_384;
    private static final int MOST_HEAD_LINES = 1_000;

    private enum State {
        STATUS_LINE,
        HEADERS,
        FIXED,
        CHUNK_SIZE,
        CHUNK_DATA,
        CHUNK_END,
        TRAILERS,
        UNTIL_CLOSE,
        DONE
    }

    private State state = State.STATUS_LINE;
    private byte[] line = new byte[256];
    private int lineSize;
    private int headLines;
    private int status;
    private boolean keepAlive;
    private boolean chunked;
    private long contentLength;
    private long left;
    private byte[] body = new byte[2048];
    private int kept;
    private int mostKept = MOST_KEPT;
    private long bodySize;

    /**
     * Begins a new answer.
     *
     * @param most bytes of its body to keep
     */
    public void begin(int most) {
        mostKept = most;
        state = State.STATUS_LINE;
        status = 0;
        kept = 0;
        bodySize = 0;
        beginHead();
    }

    private void beginHead() {
        lineSize = 0;
        headLines = 0;
        chunked = false;
        contentLength = -1;
    }

    /** Status code; 0 while there is none. */
    public int status() {
        return status;
    }

    /** Whether the connection may be used for another request. */
    public boolean keepAlive() {
        return keepAlive;
    }

    /** The body's first {@link #kept()} bytes. */
    public byte[] body() {
        return body;
    }

    /** How many bytes of the body were kept. */
    public int kept() {
        return kept;
    }

    /** All bytes of the body, without transfer coding. */
    public long bodySize() {
        return bodySize;
    }

    /**
     * Takes bytes.
     *
     * @return whether the answer is complete; bytes behind its end are left in the buffer
     * @throws IOException when this is not HTTP
     */
    public boolean feed(ByteBuffer in) throws IOException {
        while (state != State.DONE && in.hasRemaining()) {
            switch (state) {
                case STATUS_LINE, HEADERS, CHUNK_SIZE, CHUNK_END, TRAILERS -> {
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

    /** The server closed the connection. Whether the answer is complete by that (RFC 9112 §6.3, last rule). */
    public boolean closed() {
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
                    throw new IOException("not an HTTP answer: a line of more than " + MOST_LINE + " bytes");
                }
                line = Arrays.copyOf(line, line.length * 2);
            }
            line[lineSize++] = b;
            if (state == State.STATUS_LINE && lineSize == 5 && !lineBegins("HTTP/")) {
                throw new IOException("not an HTTP answer: it begins with \"" + lineText() + "\"");
            }
        }
        return false;
    }

    private void endLine() throws IOException {
        switch (state) {
            case STATUS_LINE -> statusLine();
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
                    throw new IOException("not an HTTP answer: a chunk does not end where it should");
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

    private void statusLine() throws IOException {
        boolean good = lineSize >= 12 && lineBegins("HTTP/1.") && line[8] == ' ';
        status = 0;
        for (int i = 9; good && i < 12; i++) {
            good = line[i] >= '0' && line[i] <= '9';
            status = status * 10 + line[i] - '0';
        }
        if (!good || status < 100) {
            status = 0;
            throw new IOException("not an HTTP answer: \"" + lineText() + "\"");
        }
        keepAlive = line[7] == '1';
        state = State.HEADERS;
    }

    private void header() throws IOException {
        if (++headLines > MOST_HEAD_LINES) {
            throw new IOException("not an HTTP answer: more than " + MOST_HEAD_LINES + " header lines");
        }
        if (headerIs("content-length:")) {
            contentLength = decimal("content-length:".length());
        } else if (headerIs("transfer-encoding:")) {
            chunked = lineText().toLowerCase(Locale.ROOT).strip().endsWith("chunked");
        } else if (headerIs("connection:")) {
            String value = lineText().toLowerCase(Locale.ROOT);
            keepAlive = value.contains("keep-alive") || (keepAlive && !value.contains("close"));
        }
    }

    /** RFC 9112 §6.3. */
    private void endHead() {
        if (status < 200 && status != 101) {
            beginHead();
            state = State.STATUS_LINE;
        } else if (status == 204 || status == 304) {
            state = State.DONE;
        } else if (chunked) {
            state = State.CHUNK_SIZE;
        } else if (contentLength >= 0) {
            left = contentLength;
            state = left == 0 ? State.DONE : State.FIXED;
        } else {
            state = State.UNTIL_CLOSE;
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

    private boolean lineBegins(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (i >= lineSize || line[i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the line begins with that lower-case name, in any case. */
    private boolean headerIs(String name) {
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
                throw new IOException("not an HTTP answer: \"" + lineText() + "\"");
            }
        }
        if (!some) {
            throw new IOException("not an HTTP answer: \"" + lineText() + "\"");
        }
        return value;
    }

    private long chunkSize() throws IOException {
        long value = 0;
        int i = 0;
        while (i < lineSize && i < 15 && Character.digit(line[i], 16) >= 0) {
            value = value * 16 + Character.digit(line[i], 16);
            i++;
        }
        if (i == 0 || (i < lineSize && line[i] != ';' && line[i] != ' ' && line[i] != '\t')) {
            throw new IOException("not an HTTP answer: chunk size \"" + lineText() + "\"");
        }
        return value;
    }

    private String lineText() {
        return new String(line, 0, Math.min(lineSize, 80), StandardCharsets.ISO_8859_1);
    }
}
