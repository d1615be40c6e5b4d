package io.soabench.engine.server.http;

/**
 * A body in chunks (RFC 9112, section 7.1), whose framing is removed in place. Extensions are skipped, but must be
 * printable. Trailer lines must be headers other than those of the framing; in responses they may be folded.
 */
final class ChunkedBody {
    private static final int MAX_SIZE_DIGITS = 7;
    private static final String[] FRAMING = {"content-length", "transfer-encoding", "host", "trailer"};

    private enum State {
        SIZE,
        DATA,
        DATA_END,
        TRAILER
    }

    private final boolean requests;
    private final int maxBytes;
    private State state = State.SIZE;
    /** The place of the first byte that is not parsed yet. */
    private int at;
    /** The place up to which the end of a line was searched. */
    private int looked;

    private int need;
    private int trailers;
    private int start;
    private int length;

    ChunkedBody(boolean requests, int maxBytes) {
        this.requests = requests;
        this.maxBytes = maxBytes;
    }

    /** Starts with a body whose framing begins at a place. */
    void begin(int from) {
        state = State.SIZE;
        at = from;
        looked = from;
        start = from;
        length = 0;
        trailers = 0;
    }

    /** Reads further bytes; returns whether the body is whole. */
    boolean read(byte[] buffer, int end) throws RefusedHttpException {
        while (true) {
            switch (state) {
                case SIZE -> {
                    int lineEnd = line(buffer, end);
                    if (lineEnd < 0) {
                        return false;
                    }
                    need = size(buffer, at, lineEnd);
                    if (need > maxBytes - length) {
                        throw new RefusedHttpException(413, "The body is larger than " + maxBytes + " bytes.");
                    }
                    next(lineEnd + 2);
                    state = need == 0 ? State.TRAILER : State.DATA;
                }
                case DATA -> {
                    int take = Math.min(need, end - at);
                    System.arraycopy(buffer, at, buffer, start + length, take);
                    length += take;
                    need -= take;
                    next(at + take);
                    if (need > 0) {
                        return false;
                    }
                    state = State.DATA_END;
                }
                case DATA_END -> {
                    if (end - at < 2) {
                        return false;
                    }
                    if (buffer[at] != '\r' || buffer[at + 1] != '\n') {
                        throw new RefusedHttpException(400, "A chunk does not end where its size says.");
                    }
                    next(at + 2);
                    state = State.SIZE;
                }
                case TRAILER -> {
                    int lineEnd = line(buffer, end);
                    if (lineEnd < 0) {
                        return false;
                    }
                    boolean last = lineEnd == at;
                    if (!last) {
                        trailer(buffer, at, lineEnd);
                    }
                    next(lineEnd + 2);
                    if (last) {
                        return true;
                    }
                }
            }
        }
    }

    private void next(int place) {
        at = place;
        looked = place;
    }

    /** Returns the end of the line that begins here; negative when it is not there yet. */
    private int line(byte[] buffer, int end) throws RefusedHttpException {
        for (; looked < end; looked++) {
            byte b = buffer[looked];
            if (b == '\r') {
                if (looked + 1 == end) {
                    return -1;
                }
                if (buffer[looked + 1] == '\n') {
                    return looked;
                }
            }
            if (HttpText.isControl(b)) {
                throw new RefusedHttpException(
                        400, "A line of a chunked body holds a control character or does not end with CR LF.");
            }
            if (looked - at >= HttpParser.MAX_HEAD_BYTES) {
                throw new RefusedHttpException(400, "A line of a chunked body is too long.");
            }
        }
        return -1;
    }

    private static int size(byte[] buffer, int from, int to) throws RefusedHttpException {
        int size = 0;
        int place = from;
        while (place < to && buffer[place] == '0') {
            place++;
        }
        int first = place;
        for (; place < to; place++) {
            int digit = Character.digit(buffer[place], 16);
            if (digit < 0) {
                break;
            }
            if (place - first == MAX_SIZE_DIGITS) {
                throw new RefusedHttpException(413, "A chunk's size is too large.");
            }
            size = size * 16 + digit;
        }
        if (place == from) {
            throw new RefusedHttpException(400, "A chunk's size is missing or malformed.");
        }
        int rest = HttpText.afterBlanks(buffer, place, to);
        if (rest < to && buffer[rest] != ';') {
            throw new RefusedHttpException(400, "There is something else than an extension after a chunk's size.");
        }
        return size;
    }

    private void trailer(byte[] buffer, int line, int lineEnd) throws RefusedHttpException {
        if (++trailers > HttpParser.MAX_HEADERS) {
            throw new RefusedHttpException(431, "There are more than " + HttpParser.MAX_HEADERS + " trailer lines.");
        }
        if (!requests && trailers > 1 && HttpText.isBlank(buffer[line])) {
            // A folded line of a response, whose trailer nobody reads.
            return;
        }
        int colon = HttpHead.colon(buffer, line, lineEnd);
        for (String name : FRAMING) {
            if (HttpText.isWord(buffer, line, colon, name)) {
                throw new RefusedHttpException(400, "The header '" + name + "' must not stand in a trailer.");
            }
        }
    }

    /**
     * Drops the framing between the data so far and the next data, so that it cannot fill the memory. Returns the
     * number of bytes dropped.
     */
    int closeGap(byte[] buffer, int end) {
        int gap = at - (start + length);
        if (gap > 0) {
            System.arraycopy(buffer, at, buffer, start + length, end - at);
            at -= gap;
            looked -= gap;
        }
        return Math.max(0, gap);
    }

    /** Notes that all bytes are so much nearer to the beginning now. */
    void moved(int shift) {
        at -= shift;
        looked -= shift;
        start -= shift;
    }

    /** Returns the place behind the body. */
    int end() {
        return at;
    }

    /** Returns the bytes of data so far. */
    int length() {
        return length;
    }
}
