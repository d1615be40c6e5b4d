package io.soabench.load.loop;

import io.soabench.load.http.Requests;
import io.soabench.load.text.Uiid;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The state of a thread that sends requests: its buffers, and the requests that ended meanwhile and are not settled yet.
 * Belongs to one thread.
 */
final class SenderContext {

    /** Requests that have ended. */
    final Deque<InFlightRequest> ended = new ArrayDeque<>();

    final SendBuffers buffers;

    SenderContext(Requests requests, Uiid uiid) {
        buffers = new SendBuffers(requests, uiid);
    }
}
