package io.soabench.engine.server.request;

import io.soabench.engine.runtime.durable.RequestKeys;
import io.soabench.engine.server.http.HttpParser;
import io.soabench.engine.server.peer.PeerAnswer;
import io.soabench.engine.server.peer.PeerMessage;
import java.nio.charset.StandardCharsets;

/**
 * The question of one replica to another whether it remembers a request with a key. It is about the key only, so the
 * answer does not depend on what is deployed. No state.
 */
final class KeyQuestion {
    /** The status of a replica that remembers the key. */
    private static final int KNOWN = 200;

    private KeyQuestion() {}

    /**
     * Returns the question.
     *
     * @param operation the name of the operation, see {@link RequestKeys#operation}
     * @param key the key of the client
     */
    static PeerMessage of(String operation, String key) {
        byte[] body = (operation + '\n' + RequestKeys.shortened(key)).getBytes(StandardCharsets.UTF_8);
        return new PeerMessage("/", "text/plain; charset=utf-8", "", null, body);
    }

    /** Answers the question that a connection has just read. */
    static void answer(RequestContext stage, ServerConnection connection) {
        HttpParser parser = connection.parser();
        String body = new String(parser.array(), parser.bodyStart(), parser.bodyLength(), StandardCharsets.UTF_8);
        int end = body.indexOf('\n');
        if (end >= 0 && stage.keys() != null && stage.keys().knows(body.substring(0, end), body.substring(end + 1))) {
            boolean keepAlive = parser.isKeptForRequests();
            Responses.plain(connection.context(), KNOWN + " OK", "", "text/plain", new byte[0], keepAlive);
            connection.closeUnless(keepAlive);
        } else {
            nobody(connection, "This replica does not remember this key.");
        }
    }

    /** Returns whether the replica with this answer remembers the key. */
    static boolean isKnown(PeerAnswer answer) {
        return answer.end() == PeerAnswer.End.ANSWERED && answer.status() == KNOWN;
    }

    /** Answers another replica that this one has nothing for its message. */
    static void nobody(ServerConnection connection, String sentence) {
        boolean keepAlive = connection.parser().isKeptForRequests();
        connection.awaitReply(null);
        Responses.text(connection.context(), PeerAnswer.NOBODY + " Misdirected Request", "", sentence, keepAlive);
        connection.closeUnless(keepAlive);
    }
}
