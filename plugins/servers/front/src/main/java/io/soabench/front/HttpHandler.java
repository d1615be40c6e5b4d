package io.soabench.front;

import java.util.function.Consumer;

/** A handler of requests. Called on the event loop, which must not be held; any thread may answer. */
interface HttpHandler {

    /**
     * Answers a request, now or later.
     *
     * @param answer to be called exactly once
     */
    void handle(HttpRequest request, Consumer<HttpReply> answer);
}
