package io.soabench.engine.server.http;

import java.nio.charset.StandardCharsets;

/**
 * The head of a message (RFC 9112, sections 3 to 6): its first line and the headers that the engine uses. It is read
 * from a complete head. Belongs to one parser, which reports when it moves the bytes.
 */
final class HttpHead {
    private static final int MAX_DIGITS = 18;
    private static final int VERSION_BYTES = 8;
    private static final int STATUS_LINE_BYTES = 12;
    private static final String[] METHODS = {
        "POST", "GET", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT"
    };

    private final boolean requests;
    private byte[] buffer;
    private final RepeatedText targets = new RepeatedText();
    private final RepeatedText types = new RepeatedText();
    private final RepeatedText actions = new RepeatedText();

    private String method = "";
    private String target = "";
    private int status;
    private boolean http11;
    private boolean close;
    private boolean keepAlive;
    private boolean expectsContinue;
    private boolean chunked;
    private long length;
    private String soapAction = "";
    private String contentType = "";
    private final Range host = new Range();
    private final Range origin = new Range();
    private final Range authorization = new Range();
    private final Range idempotencyKey = new Range();
    private String contentEncoding = "";

    /**
     * The place of the value of a header. Its text is made on demand. {@code from} is negative if there is no such
     * header.
     */
    private static final class Range {
        private int from = -1;
        private int to;

        private boolean isPresent() {
            return from >= 0;
        }

        private void move(int shift) {
            from -= isPresent() ? shift : 0;
            to -= shift;
        }
    }

    HttpHead(boolean requests) {
        this.requests = requests;
    }

    /** Reads a head that ends with an empty line before {@code headEnd}. */
    void read(byte[] bytes, int start, int headEnd) throws RefusedHttpException {
        buffer = bytes;
        close = false;
        keepAlive = false;
        expectsContinue = false;
        chunked = false;
        length = -1;
        soapAction = "";
        contentType = "";
        contentEncoding = "";
        clearRanges();
        int lineEnd = lineEnd(start);
        if (requests) {
            requestLine(start, lineEnd);
        } else {
            statusLine(start, lineEnd);
            unfold(lineEnd + 2, headEnd);
        }
        int headers = 0;
        for (int line = lineEnd + 2; line < headEnd - 2; line = lineEnd + 2) {
            lineEnd = lineEnd(line);
            if (++headers > HttpParser.MAX_HEADERS) {
                throw new RefusedHttpException(431, "There are more than " + HttpParser.MAX_HEADERS + " headers.");
            }
            if (headers > 1 && HttpText.isBlank(buffer[line])) {
                throw new RefusedHttpException(
                        400, "A header line is folded; send each header on one line (RFC 9112, section 5.2).");
            }
            int colon = colon(buffer, line, lineEnd);
            header(line, colon, lineEnd);
        }
        check();
    }

    /**
     * Replaces the line ends before folded header lines of a response by blanks (RFC 9112, section 5.2). The first header line
     * cannot continue another one.
     */
    private void unfold(int headers, int headEnd) {
        for (int i = headers + 1; i < headEnd - 2; i++) {
            if (buffer[i - 1] == '\r' && buffer[i] == '\n' && HttpText.isBlank(buffer[i + 1])) {
                buffer[i - 1] = ' ';
                buffer[i] = ' ';
            }
        }
    }

    /** Returns the end of the name of a header. A line without a name is refused. */
    static int colon(byte[] bytes, int line, int lineEnd) throws RefusedHttpException {
        int colon = line;
        while (colon < lineEnd && HttpText.isToken(bytes[colon])) {
            colon++;
        }
        if (colon == lineEnd || colon == line || bytes[colon] != ':') {
            throw new RefusedHttpException(400, "A header line is malformed.");
        }
        return colon;
    }

    private void header(int line, int colon, int lineEnd) throws RefusedHttpException {
        switch (colon - line) {
            case 4 -> {
                if (is(line, colon, "host")) {
                    if (requests && host.isPresent()) {
                        throw new RefusedHttpException(400, "There are two Host headers.");
                    }
                    place(host, colon, lineEnd);
                }
            }
            case 6 -> {
                if (is(line, colon, "expect")) {
                    int from = HttpText.afterBlanks(buffer, colon + 1, lineEnd);
                    expectsContinue =
                            HttpText.isWord(buffer, from, HttpText.beforeBlanks(buffer, from, lineEnd), "100-continue");
                } else if (is(line, colon, "origin")) {
                    place(origin, colon, lineEnd);
                }
            }
            case 10 -> {
                if (is(line, colon, "connection")) {
                    connection(colon + 1, lineEnd);
                } else if (is(line, colon, "soapaction")) {
                    soapAction = soapAction(colon, lineEnd);
                }
            }
            case 12 -> {
                if (is(line, colon, "content-type")) {
                    int from = HttpText.afterBlanks(buffer, colon + 1, lineEnd);
                    contentType = types.of(buffer, from, HttpText.beforeBlanks(buffer, from, lineEnd));
                }
            }
            case 13 -> {
                if (is(line, colon, "authorization")) {
                    place(authorization, colon, lineEnd);
                }
            }
            case 14 -> {
                if (is(line, colon, "content-length")) {
                    long again = number(colon + 1, lineEnd);
                    if (length >= 0 && again != length) {
                        throw new RefusedHttpException(400, "There are two different Content-Length headers.");
                    }
                    length = again;
                }
            }
            case 15 -> {
                if (is(line, colon, "idempotency-key")) {
                    if (requests && idempotencyKey.isPresent()) {
                        throw new RefusedHttpException(400, "There are two Idempotency-Key headers.");
                    }
                    place(idempotencyKey, colon, lineEnd);
                }
            }
            case 16 -> {
                if (is(line, colon, "content-encoding")) {
                    contentEncoding(colon + 1, lineEnd);
                }
            }
            case 17 -> {
                if (is(line, colon, "transfer-encoding")) {
                    coding(colon + 1, lineEnd);
                }
            }
            default -> {
                // No header that matters has a name of this length.
            }
        }
    }

    private boolean is(int line, int colon, String name) {
        return HttpText.isWord(buffer, line, colon, name);
    }

    private void place(Range range, int colon, int lineEnd) {
        range.from = HttpText.afterBlanks(buffer, colon + 1, lineEnd);
        range.to = HttpText.beforeBlanks(buffer, range.from, lineEnd);
    }

    private void clearRanges() {
        host.from = -1;
        origin.from = -1;
        authorization.from = -1;
        idempotencyKey.from = -1;
    }

    private void coding(int from, int lineEnd) throws RefusedHttpException {
        if (chunked) {
            throw new RefusedHttpException(400, "There are two Transfer-Encoding headers.");
        }
        int start = HttpText.afterBlanks(buffer, from, lineEnd);
        if (!HttpText.isWord(buffer, start, HttpText.beforeBlanks(buffer, start, lineEnd), "chunked")) {
            throw new RefusedHttpException(501, "No transfer coding but 'chunked' is understood.");
        }
        chunked = true;
    }

    /**
     * Notes the content codings, which change the body. The coding {@code identity} changes nothing and is not noted
     * (RFC 9110, section 8.4.1).
     */
    private void contentEncoding(int from, int lineEnd) {
        int start = HttpText.afterBlanks(buffer, from, lineEnd);
        int end = HttpText.beforeBlanks(buffer, start, lineEnd);
        if (end > start && !HttpText.isWord(buffer, start, end, "identity")) {
            contentEncoding = new String(buffer, start, end - start, StandardCharsets.ISO_8859_1);
        }
    }

    /** Checks the headers together. */
    private void check() throws RefusedHttpException {
        if (chunked && length >= 0) {
            throw new RefusedHttpException(400, "Content-Length and Transfer-Encoding exclude each other.");
        }
        if (chunked && !http11) {
            throw new RefusedHttpException(400, "HTTP/1.0 knows no Transfer-Encoding.");
        }
        if (!requests) {
            return;
        }
        // A client of HTTP/1.0 does not know answers that are not final (RFC 9110, section 10.1.1).
        expectsContinue &= http11;
        if (!host.isPresent()) {
            if (http11) {
                throw new RefusedHttpException(400, "A request of HTTP/1.1 needs a Host header.");
            }
        } else if (!HttpText.isAuthority(buffer, host.from, host.to)) {
            throw new RefusedHttpException(400, "The Host header is no host with or without a port.");
        }
    }

    private void requestLine(int line, int lineEnd) throws RefusedHttpException {
        int first = blank(line, lineEnd);
        int second = blank(first + 1, lineEnd);
        if (first <= line || second <= first + 1 || lineEnd - second != VERSION_BYTES + 1) {
            throw new RefusedHttpException(400, "The request line is malformed.");
        }
        if (second - first > HttpParser.MAX_TARGET_BYTES) {
            throw new RefusedHttpException(414, "The target is longer than " + HttpParser.MAX_TARGET_BYTES + " bytes.");
        }
        for (int i = first + 1; i < second; i++) {
            if (buffer[i] == '\t') {
                throw new RefusedHttpException(400, "The request line is malformed.");
            }
        }
        version(second + 1);
        method = method(line, first);
        target = targets.of(buffer, first + 1, second);
    }

    /**
     * Returns the method; upper and lower case differ (RFC 9110, section 9.1). A method that is not registered becomes
     * an unknown one.
     */
    private String method(int from, int to) throws RefusedHttpException {
        for (String known : METHODS) {
            if (known.length() == to - from && isExactly(from, known)) {
                return known;
            }
        }
        for (int i = from; i < to; i++) {
            if (!HttpText.isToken(buffer[i])) {
                throw new RefusedHttpException(400, "The request line is malformed.");
            }
        }
        throw new RefusedHttpException(501, "The method is none that is known here.");
    }

    private boolean isExactly(int from, String word) {
        for (int i = 0; i < word.length(); i++) {
            if (buffer[from + i] != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private void statusLine(int line, int lineEnd) throws RefusedHttpException {
        boolean formed = lineEnd - line >= STATUS_LINE_BYTES
                && buffer[line + VERSION_BYTES] == ' '
                && (lineEnd == line + STATUS_LINE_BYTES || buffer[line + STATUS_LINE_BYTES] == ' ');
        int code = 0;
        for (int i = line + VERSION_BYTES + 1; formed && i < line + STATUS_LINE_BYTES; i++) {
            formed = HttpText.isDigit(buffer[i]);
            code = code * 10 + buffer[i] - '0';
        }
        if (!formed || code < 100) {
            throw new RefusedHttpException(502, "The status line is malformed.");
        }
        version(line);
        status = code;
    }

    private void version(int at) throws RefusedHttpException {
        if (!isExactly(at, "HTTP/")
                || !HttpText.isDigit(buffer[at + 5])
                || buffer[at + 6] != '.'
                || !HttpText.isDigit(buffer[at + 7])) {
            throw new RefusedHttpException(400, "The version of HTTP is malformed.");
        }
        if (buffer[at + 5] != '1') {
            throw new RefusedHttpException(505, "Only HTTP/1.1 and HTTP/1.0 are spoken here.");
        }
        http11 = buffer[at + 7] != '0';
    }

    /** Returns the end of the line in a head that is known to be complete. */
    private int lineEnd(int from) throws RefusedHttpException {
        int at = from;
        while (buffer[at] != '\r' || buffer[at + 1] != '\n') {
            if (HttpText.isControl(buffer[at])) {
                throw new RefusedHttpException(400, "A line holds a control character or does not end with CR LF.");
            }
            at++;
        }
        return at;
    }

    private int blank(int from, int to) {
        int at = from;
        while (at < to && buffer[at] != ' ') {
            at++;
        }
        return at;
    }

    /**
     * Reads the options of one Connection header; there may be several. An option {@code close} in any of them closes
     * the connection (RFC 9112, section 9.3).
     */
    private void connection(int from, int lineEnd) {
        int at = from;
        while (at <= lineEnd) {
            int comma = at;
            while (comma < lineEnd && buffer[comma] != ',') {
                comma++;
            }
            int start = HttpText.afterBlanks(buffer, at, comma);
            int end = HttpText.beforeBlanks(buffer, start, comma);
            close |= HttpText.isWord(buffer, start, end, "close");
            keepAlive |= HttpText.isWord(buffer, start, end, "keep-alive");
            at = comma + 1;
        }
    }

    private String soapAction(int colon, int lineEnd) {
        int from = HttpText.afterBlanks(buffer, colon + 1, lineEnd);
        int to = HttpText.beforeBlanks(buffer, from, lineEnd);
        boolean quoted = to - from >= 2 && buffer[from] == '"' && buffer[to - 1] == '"';
        return quoted ? actions.of(buffer, from + 1, to - 1) : actions.of(buffer, from, to);
    }

    private long number(int from, int lineEnd) throws RefusedHttpException {
        int start = HttpText.afterBlanks(buffer, from, lineEnd);
        int end = HttpText.beforeBlanks(buffer, start, lineEnd);
        long number = 0;
        boolean digits = end > start && end - start <= MAX_DIGITS;
        for (int i = start; digits && i < end; i++) {
            digits = HttpText.isDigit(buffer[i]);
            number = number * 10 + (buffer[i] - '0');
        }
        if (!digits) {
            throw new RefusedHttpException(400, "Content-Length is no number.");
        }
        return number;
    }

    /** Notes that the bytes are in another array now, or at another place. */
    void moved(byte[] to, int shift) {
        buffer = to;
        host.move(shift);
        origin.move(shift);
        authorization.move(shift);
        idempotencyKey.move(shift);
    }

    /** Drops the places of values whose bytes are gone. Long values do not stay in memory then. */
    void forget() {
        buffer = null;
        target = "";
        soapAction = "";
        contentType = "";
        contentEncoding = "";
        clearRanges();
    }

    /**
     * Returns the value of Host without blanks around it; empty if there is none. This value and the following ones are
     * made on demand.
     */
    String host() {
        return value(host);
    }

    String origin() {
        return value(origin);
    }

    String authorization() {
        return value(authorization);
    }

    /** Returns the value of Idempotency-Key; null if there is none. */
    String idempotencyKey() {
        return idempotencyKey.isPresent() ? value(idempotencyKey) : null;
    }

    private String value(Range range) {
        return range.isPresent()
                ? new String(buffer, range.from, range.to - range.from, StandardCharsets.ISO_8859_1)
                : "";
    }

    String method() {
        return method;
    }

    String target() {
        return target;
    }

    int status() {
        return status;
    }

    boolean isHttp11() {
        return http11;
    }

    boolean isKeepAlive() {
        return !close && (http11 || keepAlive);
    }

    boolean expectsContinue() {
        return expectsContinue;
    }

    void continued() {
        expectsContinue = false;
    }

    boolean isChunked() {
        return chunked;
    }

    /** Returns the value of Content-Length; negative when there is none. */
    long length() {
        return length;
    }

    String soapAction() {
        return soapAction;
    }

    String contentType() {
        return contentType;
    }

    /** Returns the value of Content-Encoding; empty when there is none or {@code identity}. */
    String contentEncoding() {
        return contentEncoding;
    }
}
