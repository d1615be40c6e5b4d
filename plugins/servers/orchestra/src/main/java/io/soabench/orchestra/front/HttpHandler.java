package io.soabench.orchestra.front;

import java.util.function.Consumer;

/** Answers requests. Called on the event loop, which must not be held; any thread may answer. */
interface HttpHandler {

    /**
     * Answers a request, now or later.
     *
     * @param answer to be called exactly once
     */
    void handle(HttpRequest request, Consumer<HttpReply> answer);
}
