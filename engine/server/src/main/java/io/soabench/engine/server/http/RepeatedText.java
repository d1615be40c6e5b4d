package io.soabench.engine.server.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The text of a value that is usually the same in each message of a connection. An equal value reuses the string of the
 * message before. Long texts are not kept. Belongs to one parser.
 */
final class RepeatedText {
    private static final int KEPT_BYTES = 128;
    private static final byte[] NO_BYTES = {};

    private byte[] kept = NO_BYTES;
    private String text = "";

    String of(byte[] bytes, int from, int to) {
        if (Arrays.equals(kept, 0, kept.length, bytes, from, to)) {
            return text;
        }
        String made = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
        if (to - from <= KEPT_BYTES) {
            kept = Arrays.copyOfRange(bytes, from, to);
            text = made;
        }
        return made;
    }
}
