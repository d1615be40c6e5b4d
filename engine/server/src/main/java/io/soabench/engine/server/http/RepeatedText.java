package io.soabench.engine.server.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A text that is mostly equal to that of the message before; then no new string is made. Long texts are not kept. */
final class RepeatedText {
    private static final int KEPT_BYTES = 128;
    private static final byte[] NOTHING = {};

    private byte[] kept = NOTHING;
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
