package io.soabench.plan;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A recogniser of messages that are not XML, by their first bytes. */
public final class AnswerForm {

    private static final int EXAMINED_BYTES = 200;

    private AnswerForm() {}

    /**
     * Returns the form of a message and the remedy, in words; empty for an unknown form (RFC 1952, section 2.3.1; RFC
     * 2046, section 5.1.1).
     *
     * @param size number of bytes of the array that are the message
     */
    public static Optional<String> unreadable(byte[] message, int size) {
        if (size > 2 && (message[0] & 0xFF) == 0x1F && (message[1] & 0xFF) == 0x8B) {
            return Optional.of(
                    "a message that is compressed by gzip, for which clients do not ask; let the service send it plain");
        }
        return new String(message, 0, Math.min(size, EXAMINED_BYTES), StandardCharsets.ISO_8859_1)
                        .stripLeading()
                        .startsWith("--")
                ? Optional.of(
                        "a multipart message (MTOM, SOAP with attachments), which clients do not read; let the service"
                                + " send the envelope alone")
                : Optional.empty();
    }
}
