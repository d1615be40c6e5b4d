package io.soabench.front;

import java.nio.charset.StandardCharsets;

/**
 * An answer to a request.
 *
 * @param status HTTP status
 * @param contentType empty when there is no body
 */
@SuppressWarnings("ArrayRecordComponent") // bytes are handed on, never compared
record HttpReply(int status, String contentType, byte[] body) {

    /** Content type of SOAP 1.1. */
    static final String XML = "text/xml; charset=utf-8";

    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String JSON = "application/json";
    private static final String CSV = "text/csv; charset=utf-8";
    private static final byte[] NO_BYTES = {};

    static HttpReply empty(int status) {
        return new HttpReply(status, "", NO_BYTES);
    }

    static HttpReply text(int status, String sentence) {
        return new HttpReply(status, TEXT, (sentence + "\n").getBytes(StandardCharsets.UTF_8));
    }

    static HttpReply json(String text) {
        return new HttpReply(200, JSON, text.getBytes(StandardCharsets.UTF_8));
    }

    static HttpReply csv(byte[] lines) {
        return new HttpReply(200, CSV, lines);
    }

    static HttpReply xml(int status, byte[] envelope) {
        return new HttpReply(status, XML, envelope);
    }
}
