package io.soabench.engine.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.FastThreadLocal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Finds HTTP/1.x messages in what a connection receives (RFC 9112).
 *
 * <p>Use: {@link #append} what was read, then {@link #next} until it says false. A message's fields and body are valid until
 * the following {@link #next} or {@link #append}. A message is taken whole, its body included, chunked or not. Strict where
 * leniency lets requests be smuggled: line ends are CR LF, no folded headers, not both Content-Length and Transfer-Encoding.
 * Belongs to one event loop; connections that hold no unfinished message hold no buffer.
 */
public final class HttpParser {
    /** Largest head in bytes. */
    public static final int MAX_HEAD_BYTES = 16 * 1024;

    /** Largest request target in bytes. */
    public static final int MAX_TARGET_BYTES = 8 * 1024;

    /** Most header lines of a message, and most lines of a trailer. */
    public static final int MAX_HEADERS = 100;

    private static final int MAX_DIGITS = 18;
    private static final int START_BYTES = 4096;
    private static final int KEPT_BYTES = 64 * 1024;
    private static final FastThreadLocal<byte[]> SPARE = new FastThreadLocal<>();
    private static final byte[] NOTHING = {};

    private static final int HEAD = 0;
    private static final int FIXED = 1;
    private static final int CHUNK_SIZE = 2;
    private static final int CHUNK_DATA = 3;
    private static final int CHUNK_END = 4;
    private static final int TRAILER = 5;
    private static final int UNTIL_CLOSE = 6;

    private final boolean requests;
    private final int maxBodyBytes;

    private byte[] buffer = NOTHING;
    private int start;
    private int end;
    private int state = HEAD;
    private int scanned;
    private int need;
    private int trailers;
    private boolean holding;

    private String method;
    private String target;
    private int status;
    private boolean keepAlive;
    private boolean expectsContinue;
    private String soapAction;
    private String contentType;
    private int hostStart;
    private int hostEnd;
    private int bodyStart;
    private int bodyLength;

    private byte[] lastTarget = NOTHING;

    private HttpParser(boolean requests, int maxBodyBytes) {
        this.requests = requests;
        this.maxBodyBytes = maxBodyBytes;
    }

    /** A parser of what clients send. */
    public static HttpParser ofRequests(int maxBodyBytes) {
        return new HttpParser(true, maxBodyBytes);
    }

    /** A parser of what servers send. */
    public static HttpParser ofResponses(int maxBodyBytes) {
        return new HttpParser(false, maxBodyBytes);
    }

    /** Adds what was read; the buffer is not released. */
    public void append(ByteBuf read) {
        int more = read.readableBytes();
        if (buffer == NOTHING) {
            byte[] spare = SPARE.get();
            SPARE.set(null);
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
        byte[] target =
                end - shift + more > buffer.length ? new byte[Math.max(buffer.length * 2, end - shift + more)] : buffer;
        System.arraycopy(buffer, shift, target, 0, end - shift);
        buffer = target;
        start -= shift;
        end -= shift;
        scanned -= shift;
        bodyStart -= shift;
        hostStart -= shift;
        hostEnd -= shift;
    }

    /**
     * Looks for the next whole message.
     *
     * @return false when more bytes are needed
     * @throws RefusedHttpException when this is no acceptable HTTP
     */
    public boolean next() throws RefusedHttpException {
        holding = false;
        if (state == HEAD) {
            if (start == end) {
                release();
                return false;
            }
            int headEnd = headEnd();
            if (headEnd < 0) {
                if (end - start > MAX_HEAD_BYTES) {
                    throw tooLargeHead();
                }
                return false;
            }
            if (headEnd - start > MAX_HEAD_BYTES) {
                throw tooLargeHead();
            }
            head(headEnd);
        }
        if (body()) {
            return true;
        }
        closeGap();
        return false;
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

    /** Drops the framing between the chunks read so far and what comes next, so that it cannot fill the memory. */
    private void closeGap() {
        int bodyEnd = bodyStart + bodyLength;
        if (state >= CHUNK_SIZE && state <= TRAILER && scanned > bodyEnd) {
            System.arraycopy(buffer, scanned, buffer, bodyEnd, end - scanned);
            end -= scanned - bodyEnd;
            scanned = bodyEnd;
        }
    }

    /** Whether the head of a message has begun, but not ended. */
    public boolean isWithinHead() {
        return state == HEAD && start < end;
    }

    /** Bytes of memory held for unfinished messages. */
    public int heldBytes() {
        return buffer.length;
    }

    /** Whether there are bytes of an unfinished message. */
    public boolean isWithinMessage() {
        return start < end || state != HEAD;
    }

    /** Whether the connection's end is the body's end; then {@link #finish} makes the message whole. */
    public boolean isUntilClose() {
        return state == UNTIL_CLOSE;
    }

    /** Takes everything so far as the body. */
    public void finish() {
        bodyLength = end - bodyStart;
        consume(end);
    }

    /** Keeps the message that was just found valid until the following {@link #next}, whatever is appended meanwhile. */
    public void hold() {
        holding = true;
    }

    /** Gives the buffer away when nothing is in it. */
    public void release() {
        if (start == end && state == HEAD && buffer != NOTHING) {
            if (buffer.length <= KEPT_BYTES) {
                SPARE.set(buffer);
            }
            buffer = NOTHING;
            start = 0;
            end = 0;
            scanned = 0;
        }
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
        int line = start;
        int lineEnd = lineEnd(line);
        boolean http11 = requests ? requestLine(line, lineEnd) : statusLine(line, lineEnd);
        keepAlive = http11;
        expectsContinue = false;
        soapAction = "";
        contentType = "";
        hostStart = 0;
        hostEnd = 0;
        long length = -1;
        boolean chunked = false;
        int headers = 0;
        for (line = lineEnd + 2; line < headEnd - 2; line = lineEnd + 2) {
            lineEnd = lineEnd(line);
            if (++headers > MAX_HEADERS) {
                throw new RefusedHttpException(431, "There are more than " + MAX_HEADERS + " headers.");
            }
            int colon = line;
            while (colon < lineEnd && buffer[colon] > ' ' && buffer[colon] != ':') {
                colon++;
            }
            if (colon == lineEnd || colon == line || buffer[colon] != ':') {
                throw new RefusedHttpException(400, "A header line is malformed.");
            }
            switch (colon - line) {
                case 4 -> {
                    if (isName(line, "host")) {
                        hostStart = colon + 1;
                        hostEnd = lineEnd;
                    }
                }
                case 6 -> {
                    if (isName(line, "expect")) {
                        expectsContinue = valueIs(colon, lineEnd, "100-continue");
                    }
                }
                case 10 -> {
                    if (isName(line, "connection")) {
                        keepAlive = connection(value(colon, lineEnd), keepAlive);
                    } else if (isName(line, "soapaction")) {
                        soapAction = unquoted(value(colon, lineEnd));
                    }
                }
                case 12 -> {
                    if (requests && isName(line, "content-type")) {
                        contentType = value(colon, lineEnd);
                    }
                }
                case 14 -> {
                    if (isName(line, "content-length")) {
                        long again = number(colon, lineEnd);
                        if (length >= 0 && again != length) {
                            throw new RefusedHttpException(400, "There are two different Content-Length headers.");
                        }
                        length = again;
                    }
                }
                case 17 -> {
                    if (isName(line, "transfer-encoding")) {
                        if (!valueIs(colon, lineEnd, "chunked")) {
                            throw new RefusedHttpException(501, "No transfer coding but 'chunked' is understood.");
                        }
                        chunked = true;
                    }
                }
                default -> {
                    // No header that matters has a name of this length.
                }
            }
        }
        if (chunked && length >= 0) {
            throw new RefusedHttpException(400, "Content-Length and Transfer-Encoding exclude each other.");
        }
        bodyStart = headEnd;
        bodyLength = 0;
        scanned = headEnd;
        trailers = 0;
        if (chunked) {
            state = CHUNK_SIZE;
        } else if (length >= 0) {
            tooLarge(length);
            need = (int) length;
            state = FIXED;
        } else if (requests || hasNoBody()) {
            need = 0;
            state = FIXED;
        } else {
            keepAlive = false;
            state = UNTIL_CLOSE;
        }
        if (!requests && hasNoBody()) {
            need = 0;
            state = FIXED;
        }
    }

    private boolean hasNoBody() {
        return status == 204 || status == 304 || status / 100 == 1;
    }

    private void tooLarge(long length) throws RefusedHttpException {
        if (length > maxBodyBytes) {
            throw new RefusedHttpException(413, "The body is larger than " + maxBodyBytes + " bytes.");
        }
    }

    private boolean requestLine(int line, int lineEnd) throws RefusedHttpException {
        int first = blank(line, lineEnd);
        int second = blank(first + 1, lineEnd);
        if (first <= line || second <= first + 1 || lineEnd - second != 9) {
            throw new RefusedHttpException(400, "The request line is malformed.");
        }
        if (second - first > MAX_TARGET_BYTES) {
            throw new RefusedHttpException(414, "The target is longer than " + MAX_TARGET_BYTES + " bytes.");
        }
        method = first - line == 4 && buffer[line] == 'P' && buffer[line + 1] == 'O' ? "POST" : ascii(line, first);
        if (!Arrays.equals(lastTarget, 0, lastTarget.length, buffer, first + 1, second)) {
            lastTarget = Arrays.copyOfRange(buffer, first + 1, second);
            target = ascii(first + 1, second);
        }
        return version(second + 1);
    }

    private boolean statusLine(int line, int lineEnd) throws RefusedHttpException {
        if (lineEnd - line < 12 || buffer[line + 8] != ' ') {
            throw new RefusedHttpException(502, "The status line is malformed.");
        }
        boolean http11 = version(line);
        status = 0;
        for (int i = line + 9; i < line + 12; i++) {
            if (buffer[i] < '0' || buffer[i] > '9') {
                throw new RefusedHttpException(502, "The status line is malformed.");
            }
            status = status * 10 + buffer[i] - '0';
        }
        return http11;
    }

    private boolean version(int at) throws RefusedHttpException {
        if (buffer[at] != 'H' || buffer[at + 1] != 'T' || buffer[at + 5] != '1' || buffer[at + 6] != '.') {
            throw new RefusedHttpException(505, "Only HTTP/1.1 and HTTP/1.0 are spoken here.");
        }
        return buffer[at + 7] != '0';
    }

    private boolean body() throws RefusedHttpException {
        while (true) {
            switch (state) {
                case FIXED -> {
                    if (end - bodyStart < need) {
                        return false;
                    }
                    bodyLength = need;
                    consume(bodyStart + need);
                    return true;
                }
                case CHUNK_SIZE -> {
                    int lineEnd = lineWithin(scanned);
                    if (lineEnd < 0) {
                        return false;
                    }
                    need = chunkSize(scanned, lineEnd);
                    tooLarge((long) bodyLength + need);
                    scanned = lineEnd + 2;
                    state = need == 0 ? TRAILER : CHUNK_DATA;
                }
                case CHUNK_DATA -> {
                    int take = Math.min(need, end - scanned);
                    System.arraycopy(buffer, scanned, buffer, bodyStart + bodyLength, take);
                    bodyLength += take;
                    scanned += take;
                    need -= take;
                    if (need > 0) {
                        return false;
                    }
                    state = CHUNK_END;
                }
                case CHUNK_END -> {
                    if (end - scanned < 2) {
                        return false;
                    }
                    if (buffer[scanned] != '\r' || buffer[scanned + 1] != '\n') {
                        throw new RefusedHttpException(400, "A chunk is malformed.");
                    }
                    scanned += 2;
                    state = CHUNK_SIZE;
                }
                case TRAILER -> {
                    int lineEnd = lineWithin(scanned);
                    if (lineEnd < 0) {
                        return false;
                    }
                    boolean last = lineEnd == scanned;
                    if (++trailers > MAX_HEADERS) {
                        throw new RefusedHttpException(431, "There are more than " + MAX_HEADERS + " trailer lines.");
                    }
                    scanned = lineEnd + 2;
                    if (last) {
                        consume(scanned);
                        return true;
                    }
                }
                default -> {
                    tooLarge(end - bodyStart);
                    return false;
                }
            }
        }
    }

    private void consume(int to) {
        start = to;
        scanned = to;
        state = HEAD;
    }

    private int chunkSize(int from, int to) throws RefusedHttpException {
        int size = 0;
        int at = from;
        for (; at < to && buffer[at] != ';' && !isBlank(buffer[at]); at++) {
            int digit = Character.digit(buffer[at], 16);
            if (digit < 0 || at - from > 6) {
                throw new RefusedHttpException(digit < 0 ? 400 : 413, "A chunk's size is malformed or too large.");
            }
            size = size * 16 + digit;
        }
        if (at == from) {
            throw new RefusedHttpException(400, "A chunk's size is missing.");
        }
        return size;
    }

    /** End of the line in a head that is known to be complete. */
    private int lineEnd(int from) throws RefusedHttpException {
        int at = from;
        while (buffer[at] != '\r' || buffer[at + 1] != '\n') {
            if (buffer[at] >= 0 && buffer[at] < ' ' && buffer[at] != '\t') {
                throw new RefusedHttpException(400, "A line holds a control character or does not end with CR LF.");
            }
            at++;
        }
        return at;
    }

    private int lineWithin(int from) throws RefusedHttpException {
        for (int i = from; i + 1 < end; i++) {
            if (buffer[i] == '\r' && buffer[i + 1] == '\n') {
                return i;
            }
            if (i - from > MAX_HEAD_BYTES) {
                throw new RefusedHttpException(400, "A line of a chunked body is too long.");
            }
        }
        return -1;
    }

    private int blank(int from, int to) {
        int at = from;
        while (at < to && buffer[at] != ' ') {
            at++;
        }
        return at;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    private boolean isName(int at, String lowerCase) {
        for (int i = 0; i < lowerCase.length(); i++) {
            byte b = buffer[at + i];
            if ((b >= 'A' && b <= 'Z' ? b + 32 : b) != lowerCase.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private boolean valueIs(int colon, int lineEnd, String lowerCase) {
        int from = colon + 1;
        int to = lineEnd;
        while (from < to && isBlank(buffer[from])) {
            from++;
        }
        while (to > from && isBlank(buffer[to - 1])) {
            to--;
        }
        return to - from == lowerCase.length() && isName(from, lowerCase);
    }

    private String value(int colon, int lineEnd) {
        int from = colon + 1;
        int to = lineEnd;
        while (from < to && isBlank(buffer[from])) {
            from++;
        }
        while (to > from && isBlank(buffer[to - 1])) {
            to--;
        }
        return ascii(from, to);
    }

    private static boolean connection(String value, boolean byVersion) {
        for (String option : value.split(",", -1)) {
            String name = option.strip();
            if (name.equalsIgnoreCase("close")) {
                return false;
            }
            if (name.equalsIgnoreCase("keep-alive")) {
                return true;
            }
        }
        return byVersion;
    }

    private static String unquoted(String value) {
        return value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"")
                ? value.substring(1, value.length() - 1)
                : value;
    }

    private long number(int colon, int lineEnd) throws RefusedHttpException {
        int from = colon + 1;
        int to = lineEnd;
        while (from < to && isBlank(buffer[from])) {
            from++;
        }
        while (to > from && isBlank(buffer[to - 1])) {
            to--;
        }
        long number = 0;
        boolean digits = to > from && to - from <= MAX_DIGITS;
        for (int i = from; digits && i < to; i++) {
            digits = buffer[i] >= '0' && buffer[i] <= '9';
            number = number * 10 + (buffer[i] - '0');
        }
        if (!digits) {
            throw new RefusedHttpException(400, "Content-Length is no number.");
        }
        return number;
    }

    private String ascii(int from, int to) {
        return new String(buffer, from, to - from, StandardCharsets.ISO_8859_1);
    }

    /** Method of a request. */
    public String method() {
        return method;
    }

    /** Target of a request as sent. */
    public String target() {
        return target;
    }

    /** Value of a request's Host, empty when there is none; made when asked for, which is before the next message. */
    public String host() {
        return ascii(hostStart, hostEnd).strip();
    }

    /** Status of a response. */
    public int status() {
        return status;
    }

    /** Whether the connection may be used for another message. */
    public boolean isKeepAlive() {
        return keepAlive;
    }

    /** Whether the client waits for leave to send the body; asked while {@link #next} says false. */
    public boolean isWaitingForContinue() {
        return state != HEAD && expectsContinue;
    }

    /** The leave to send the body was given. */
    public void continued() {
        expectsContinue = false;
    }

    /** Value of SOAPAction without quotes, empty when there is none. */
    public String soapAction() {
        return soapAction;
    }

    /** Value of a request's Content-Type, empty when there is none. */
    public String contentType() {
        return contentType;
    }

    /** The array that holds the body from {@link #bodyStart} for {@link #bodyLength} bytes. */
    public byte[] array() {
        return buffer;
    }

    /** Where the body begins. */
    public int bodyStart() {
        return bodyStart;
    }

    /** Length of the body in bytes. */
    public int bodyLength() {
        return bodyLength;
    }
}
