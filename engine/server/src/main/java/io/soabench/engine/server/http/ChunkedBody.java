package io.soabench.engine.server.http;

/**
 * A body in chunks (RFC 9112, section 7.1). The framing is removed in place, so that the data of all chunks stand one
 * behind the other. Extensions of chunks are skipped, but must be printable. Trailer lines must be headers that do not
 * concern the framing; in responses they may be folded. Belongs to one parser.
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
    /** The index of the first byte that is not parsed yet. */
    private int at;
    /** The index up to which the end of a line was searched. */
    private int searched;

    private int missing;
    private int trailers;
    private int dataStart;
    private int dataLength;

    ChunkedBody(boolean requests, int maxBytes) {
        this.requests = requests;
        this.maxBytes = maxBytes;
    }

    /** Starts a body whose framing begins at an index. */
    void begin(int from) {
        state = State.SIZE;
        at = from;
        searched = from;
        dataStart = from;
        dataLength = 0;
        trailers = 0;
    }

    /**
     * Reads further bytes.
     *
     * @return true if the body is complete
     */
    boolean read(byte[] buffer, int end) throws RefusedHttpException {
        while (true) {
            switch (state) {
                case SIZE -> {
                    int lineEnd = line(buffer, end);
                    if (lineEnd < 0) {
                        return false;
                    }
                    missing = size(buffer, at, lineEnd);
                    if (missing > maxBytes - dataLength) {
                        throw new RefusedHttpException(413, "The body is larger than " + maxBytes + " bytes.");
                    }
                    next(lineEnd + 2);
                    state = missing == 0 ? State.TRAILER : State.DATA;
                }
                case DATA -> {
                    int take = Math.min(missing, end - at);
                    System.arraycopy(buffer, at, buffer, dataStart + dataLength, take);
                    dataLength += take;
                    missing -= take;
                    next(at + take);
                    if (missing > 0) {
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
        searched = place;
    }

    /** Returns the end of the line that begins at the current index; negative if it has not arrived yet. */
    private int line(byte[] buffer, int end) throws RefusedHttpException {
        for (; searched < end; searched++) {
            byte b = buffer[searched];
            if (b == '\r') {
                if (searched + 1 == end) {
                    return -1;
                }
                if (buffer[searched + 1] == '\n') {
                    return searched;
                }
            }
            if (HttpText.isControl(b)) {
                throw new RefusedHttpException(
                        400, "A line of a chunked body holds a control character or does not end with CR LF.");
            }
            if (searched - at >= HttpParser.MAX_HEAD_BYTES) {
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
            // A folded line of a response, whose trailer is not used.
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
     * Drops the framing between the data so far and the next data, so that framing cannot fill the memory.
     *
     * @return the number of bytes dropped
     */
    int closeGap(byte[] buffer, int end) {
        int gap = at - (dataStart + dataLength);
        if (gap > 0) {
            System.arraycopy(buffer, at, buffer, dataStart + dataLength, end - at);
            at -= gap;
            searched -= gap;
        }
        return Math.max(0, gap);
    }

    /** Notes that all bytes have moved towards the beginning by a number of places. */
    void moved(int shift) {
        at -= shift;
        searched -= shift;
        dataStart -= shift;
    }

    /** Returns the index behind the body. */
    int end() {
        return at;
    }

    /** Returns the number of bytes of data so far. */
    int length() {
        return dataLength;
    }
}
