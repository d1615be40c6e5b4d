package io.soabench.engine.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.FastThreadLocal;

/**
 * A parser that finds HTTP/1.x messages in the bytes of a connection (RFC 9112).
 *
 * <p>Use: {@link #append} the bytes that were read, then call {@link #next} until it returns false. The fields and the
 * body of a message are valid until the following {@link #next}, {@link #append} or {@link #release}. A message is
 * complete with its body, chunked or not. The division of the bytes into pieces does not change the result.
 *
 * <p>The parser is strict wherever a tolerant one would allow request smuggling (RFC 9112, section 11.2). Line ends are
 * CR LF. Requests have no folded headers, one Host, and one Transfer-Encoding, which excludes a Content-Length. After
 * the size of a chunk there are only extensions, and trailers are headers.
 *
 * <p>Threading: belongs to one event loop. Memory: a connection without an unfinished message holds no buffer.
 */
public final class HttpParser {
    /** The size of the largest head in bytes. */
    public static final int MAX_HEAD_BYTES = 16 * 1024;

    /** The size of the largest request target in bytes. */
    public static final int MAX_TARGET_BYTES = 8 * 1024;

    /** The largest number of header lines of a message, and of lines of a trailer. */
    public static final int MAX_HEADERS = 100;

    private static final int START_BYTES = 4096;
    private static final int KEPT_BYTES = 64 * 1024;
    private static final FastThreadLocal<byte[]> SPARE_BUFFER = new FastThreadLocal<>();
    private static final byte[] NO_BYTES = {};

    private enum State {
        HEAD,
        FIXED,
        CHUNKED,
        UNTIL_CLOSE
    }

    private final boolean requests;
    private final int maxBodyBytes;
    private final HttpHead head;
    private final ChunkedBody chunks;

    private byte[] buffer = NO_BYTES;
    private int start;
    private int end;
    private State state = State.HEAD;
    private int scanned;
    private int need;
    private boolean holding;
    /** True if an empty line before the next message was skipped. */
    private boolean skipped;

    private boolean untilClose;
    private int bodyStart;
    private int bodyLength;

    private HttpParser(boolean requests, int maxBodyBytes) {
        this.requests = requests;
        this.maxBodyBytes = maxBodyBytes;
        this.head = new HttpHead(requests);
        this.chunks = new ChunkedBody(requests, maxBodyBytes);
    }

    /** Returns a parser of requests. */
    public static HttpParser ofRequests(int maxBodyBytes) {
        return new HttpParser(true, maxBodyBytes);
    }

    /** Returns a parser of responses. */
    public static HttpParser ofResponses(int maxBodyBytes) {
        return new HttpParser(false, maxBodyBytes);
    }

    /** Adds bytes from the connection; the buffer is not released. */
    public void append(ByteBuf read) {
        int more = read.readableBytes();
        if (buffer == NO_BYTES) {
            byte[] spare = SPARE_BUFFER.get();
            SPARE_BUFFER.set(null);
            buffer = spare == null ? new byte[START_BYTES] : spare;
        }
        if (end + more > buffer.length) {
            makeRoom(more);
        }
        read.readBytes(buffer, end, more);
        end += more;
    }

    private void makeRoom(int more) {
        int shift = holding ? bodyStart : start;
        int needed = end - shift + more;
        byte[] target = needed > buffer.length ? new byte[Math.max(needed, grown(shift))] : buffer;
        System.arraycopy(buffer, shift, target, 0, end - shift);
        buffer = target;
        start -= shift;
        end -= shift;
        scanned -= shift;
        bodyStart -= shift;
        chunks.moved(shift);
        head.moved(target, shift);
    }

    /**
     * Returns the size of a larger buffer: twice as much, but no more than the current message needs according to its
     * head.
     */
    private int grown(int shift) {
        int twice = (int) Math.min(Integer.MAX_VALUE - 8, 2L * buffer.length);
        return state == State.FIXED ? (int) Math.min(twice, (long) bodyStart - shift + need) : twice;
    }

    /**
     * Finds the next whole message.
     *
     * @return false when more bytes are needed
     * @throws RefusedHttpException when this is no acceptable HTTP
     */
    public boolean next() throws RefusedHttpException {
        holding = false;
        if (state == State.HEAD) {
            skipEmptyLine();
            if (start == end) {
                release();
                return false;
            }
            int from = Math.max(start, scanned);
            int headEnd = headEnd();
            if (headEnd < 0) {
                HttpText.requireLineEnds(buffer, from, start, end);
                if (end - start > MAX_HEAD_BYTES) {
                    throw tooLargeHead();
                }
                return false;
            }
            if (headEnd - start > MAX_HEAD_BYTES) {
                HttpText.requireLineEnds(buffer, start, start, headEnd);
                throw tooLargeHead();
            }
            head(headEnd);
        }
        return body();
    }

    /**
     * Skips one empty line before a request. Some clients send one behind the body of the previous request (RFC 9112,
     * section 2.2).
     */
    private void skipEmptyLine() {
        if (requests && !skipped && end - start >= 2 && buffer[start] == '\r' && buffer[start + 1] == '\n') {
            start += 2;
            scanned = start;
            skipped = true;
        }
    }

    private RefusedHttpException tooLargeHead() {
        for (int i = start; i < start + MAX_TARGET_BYTES && i < end; i++) {
            if (buffer[i] == '\n') {
                return new RefusedHttpException(431, "The head is larger than " + MAX_HEAD_BYTES + " bytes.");
            }
        }
        return new RefusedHttpException(
                requests ? 414 : 502, "The first line is longer than " + MAX_TARGET_BYTES + " bytes.");
    }

    /** Returns whether a part of a message's head has been received. */
    public boolean isWithinHead() {
        return state == State.HEAD && start < end;
    }

    /** Returns the bytes of memory held for unfinished messages. */
    public int heldBytes() {
        return buffer.length;
    }

    /** Returns whether there are bytes of an unfinished message. */
    public boolean isWithinMessage() {
        return start < end || state != State.HEAD;
    }

    /** Returns whether the body ends with the connection. Then {@link #finish} completes the message. */
    public boolean isUntilClose() {
        return state == State.UNTIL_CLOSE;
    }

    /** Takes all bytes so far as the body. */
    public void finish() {
        bodyLength = end - bodyStart;
        consume(end);
    }

    /** Keeps the last message valid until the following {@link #next}, also when bytes are appended before. */
    public void hold() {
        holding = true;
    }

    /** Releases the buffer when it is empty. */
    public void release() {
        if (start == end && state == State.HEAD && buffer != NO_BYTES) {
            drop();
        }
    }

    /** Drops all received bytes, in any state of the message, and releases the memory. */
    public void discard() {
        consume(start);
        holding = false;
        if (buffer != NO_BYTES) {
            drop();
        }
    }

    private void drop() {
        if (buffer.length <= KEPT_BYTES) {
            SPARE_BUFFER.set(buffer);
        }
        buffer = NO_BYTES;
        start = 0;
        end = 0;
        scanned = 0;
        head.forget();
    }

    private int headEnd() {
        int at = Math.max(start, scanned);
        // Looks at every fourth byte, as any byte but CR and LF there rules out the four places around it.
        int i = at + 3;
        while (i < end) {
            byte b = buffer[i];
            if (b == '\n') {
                if (buffer[i - 1] == '\r' && buffer[i - 2] == '\n' && buffer[i - 3] == '\r') {
                    return i + 1;
                }
                i += 2;
            } else {
                i += b == '\r' ? 1 : 4;
            }
        }
        scanned = Math.max(start, end - 3);
        return -1;
    }

    private void head(int headEnd) throws RefusedHttpException {
        try {
            head.read(buffer, start, headEnd);
        } catch (RefusedHttpException e) {
            // A wrong line end is reported as the reason, as for a head that arrives in pieces.
            HttpText.requireLineEnds(buffer, start, start, headEnd);
            throw e;
        }
        bodyStart = headEnd;
        bodyLength = 0;
        scanned = headEnd;
        untilClose = false;
        if (!requests && hasNoBody()) {
            fixed(0);
        } else if (head.isChunked()) {
            state = State.CHUNKED;
            chunks.begin(headEnd);
        } else if (head.length() >= 0) {
            tooLarge(head.length());
            fixed((int) head.length());
        } else if (requests) {
            fixed(0);
        } else {
            untilClose = true;
            state = State.UNTIL_CLOSE;
        }
    }

    private void fixed(int length) {
        need = length;
        state = State.FIXED;
    }

    private boolean hasNoBody() {
        return head.status() == 204 || head.status() == 304 || head.status() / 100 == 1;
    }

    private void tooLarge(long length) throws RefusedHttpException {
        if (length > maxBodyBytes) {
            throw new RefusedHttpException(413, "The body is larger than " + maxBodyBytes + " bytes.");
        }
    }

    private boolean body() throws RefusedHttpException {
        switch (state) {
            case FIXED -> {
                if (end - bodyStart < need) {
                    return false;
                }
                bodyLength = need;
                consume(bodyStart + need);
                return true;
            }
            case CHUNKED -> {
                boolean whole = chunks.read(buffer, end);
                bodyLength = chunks.length();
                if (whole) {
                    consume(chunks.end());
                } else {
                    end -= chunks.closeGap(buffer, end);
                }
                return whole;
            }
            default -> {
                tooLarge(end - bodyStart);
                return false;
            }
        }
    }

    private void consume(int to) {
        start = to;
        scanned = to;
        skipped = false;
        state = State.HEAD;
    }

    /** Returns the method of a request. */
    public String method() {
        return head.method();
    }

    /** Returns the target of a request as sent. */
    public String target() {
        return head.target();
    }

    /**
     * Returns the value of a request's Host, empty when there is none. It is made on demand, which must be before the
     * next message.
     */
    public String host() {
        return head.host();
    }

    /** Returns the value of a request's Origin, like {@link #host}. */
    public String origin() {
        return head.origin();
    }

    /** Returns the value of a request's Authorization, like {@link #host}. */
    public String authorization() {
        return head.authorization();
    }

    /** Returns the value of a request's Idempotency-Key as sent, like {@link #host}, but null when there is none. */
    public String idempotencyKey() {
        return head.idempotencyKey();
    }

    /** Returns the status of a response. */
    public int status() {
        return head.status();
    }

    /** Returns whether the connection may be used for another message. */
    public boolean isKeepAlive() {
        return head.isKeepAlive() && !untilClose;
    }

    /**
     * Returns whether the connection of a request may be used for another one. A client of HTTP/1.0 that asks for that
     * needs a header in the answer, which the engine does not write. Without it, the client waits for the end of the
     * connection (RFC 2068, section 19.7.1).
     */
    public boolean isKeptForRequests() {
        return isKeepAlive() && head.isHttp11();
    }

    /** Returns whether the client waits for permission to send the body; valid while {@link #next} returns false. */
    public boolean isWaitingForContinue() {
        return state != State.HEAD && head.expectsContinue();
    }

    /** Notes that the permission to send the body was given. */
    public void continued() {
        head.continued();
    }

    /** Returns the value of SOAPAction without quotes, empty when there is none. */
    public String soapAction() {
        return head.soapAction();
    }

    /** Returns the value of Content-Type, empty when there is none. */
    public String contentType() {
        return head.contentType();
    }

    /**
     * Returns the value of Content-Encoding; empty when there is none or {@code identity}, so that the body is not
     * encoded.
     */
    public String contentEncoding() {
        return head.contentEncoding();
    }

    /** Returns the array that holds the body from {@link #bodyStart} for {@link #bodyLength} bytes. */
    public byte[] array() {
        return buffer;
    }

    /** Returns the place where the body begins. */
    public int bodyStart() {
        return bodyStart;
    }

    /** Returns the length of the body in bytes. */
    public int bodyLength() {
        return bodyLength;
    }
}
