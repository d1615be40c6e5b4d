package io.soabench.engine.server.http;

import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages in a stream of bytes.
 *
 * @param messages each as {@code METHOD target keep|close body}
 * @param end {@code open} if more may come, or {@code refused}
 */
record Framing(List<String> messages, String end) {
    static final int MAX_BODY = 1_000;

    /** Returns the messages that the parser finds in the bytes, given in pieces. */
    static Framing parsed(byte[] bytes, int... cuts) {
        HttpParser parser = HttpParser.ofRequests(MAX_BODY);
        List<String> messages = new ArrayList<>();
        int from = 0;
        try {
            for (int i = 0; i <= cuts.length; i++) {
                int to = i == cuts.length ? bytes.length : cuts[i];
                parser.append(Unpooled.wrappedBuffer(bytes, from, to - from));
                from = to;
                while (parser.next()) {
                    messages.add(message(
                            parser.method(),
                            parser.target(),
                            parser.isKeepAlive(),
                            new String(
                                    parser.array(),
                                    parser.bodyStart(),
                                    parser.bodyLength(),
                                    StandardCharsets.ISO_8859_1)));
                }
            }
            return new Framing(messages, "open");
        } catch (RefusedHttpException e) {
            return new Framing(messages, "refused");
        }
    }

    /** Returns the messages that the parser finds in the bytes, given one by one. */
    static Framing parsedByBytes(byte[] bytes) {
        int[] cuts = new int[Math.max(0, bytes.length - 1)];
        for (int i = 0; i < cuts.length; i++) {
            cuts[i] = i + 1;
        }
        return parsed(bytes, cuts);
    }

    static String message(String method, String target, boolean keepAlive, String body) {
        return method + " " + target + " " + (keepAlive ? "keep" : "close") + " " + body;
    }
}
