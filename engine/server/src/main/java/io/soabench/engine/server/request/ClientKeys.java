package io.soabench.engine.server.request;

import io.soabench.engine.runtime.kernel.Addressing;
import io.soabench.engine.server.soap.RefusedSoapException;

/**
 * A reader of the keys by which clients mark repeated requests: the header {@code Idempotency-Key}
 * (draft-ietf-httpapi-idempotency-key-header-07), else the {@code MessageID} of WS-Addressing. No state.
 */
final class ClientKeys {
    /** The largest number of characters of an Idempotency-Key. */
    static final int MOST_CHARACTERS = 256;

    private ClientKeys() {}

    /**
     * Returns the key of a request. Keys of the two kinds are never equal.
     *
     * @param header the value of the header Idempotency-Key; null for none
     * @param addressing the addressing of the request; null for none
     * @return null if the request has no key
     * @throws RefusedSoapException if the header is empty, malformed or too long
     */
    static String key(String header, Addressing addressing) throws RefusedSoapException {
        if (header != null) {
            return "key " + text(header);
        }
        String messageId = addressing == null ? null : addressing.messageId();
        return messageId == null || messageId.isBlank() ? null : "id " + messageId;
    }

    /** Returns the text of a string of RFC 8941, section 3.3.3, or the value itself if it has no quotes. */
    private static String text(String value) throws RefusedSoapException {
        boolean isQuoted = value.startsWith("\"");
        if (isQuoted && (value.length() < 2 || !value.endsWith("\""))) {
            throw new RefusedSoapException("The Idempotency-Key begins with a quote, but does not end with one.");
        }
        String text = isQuoted
                ? value.substring(1, value.length() - 1).replace("\\\"", "\"").replace("\\\\", "\\")
                : value;
        if (text.isBlank()) {
            throw new RefusedSoapException("The Idempotency-Key is empty.");
        }
        if (text.length() > MOST_CHARACTERS) {
            throw new RefusedSoapException("The Idempotency-Key is longer than " + MOST_CHARACTERS + " characters.");
        }
        return text;
    }
}
