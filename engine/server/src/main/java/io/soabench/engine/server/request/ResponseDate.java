package io.soabench.engine.server.request;

import io.soabench.engine.server.http.HttpDate;
import java.nio.charset.StandardCharsets;

/**
 * The header Date of the responses to clients, which a server with a clock must send (RFC 9110, section 6.6.1). Its text
 * is made once a second, since it would take a part of the time of a small answer. Thread-safe.
 */
final class ResponseDate {
    private static final long SECOND_MS = 1_000;

    private static volatile Line current = new Line(Long.MIN_VALUE, new byte[0]);

    /** The header of one second. Immutable. */
    private static final class Line {
        /** The seconds since 1970. */
        private final long second;

        /** The end of the header line before, and this line without its end. */
        private final byte[] bytes;

        Line(long second, byte[] bytes) {
            this.second = second;
            this.bytes = bytes;
        }
    }

    private ResponseDate() {}

    /** Notes the time in milliseconds since 1970; to be called several times a second. */
    static void at(long epochMs) {
        long second = Math.floorDiv(epochMs, SECOND_MS);
        if (current.second != second) {
            String line = "\r\nDate: " + HttpDate.of(epochMs);
            current = new Line(second, line.getBytes(StandardCharsets.US_ASCII));
        }
    }

    /** Returns the end of the header line before, and the header without the end of its line. Not to be changed. */
    static byte[] bytes() {
        return current.bytes;
    }
}
