package io.soabench.engine.server.request;

import io.soabench.engine.runtime.durable.KeyedClient;
import io.soabench.engine.runtime.kernel.ReplyTo;

/**
 * A client with a key that wants its answer at another place than on its connection. Thread-safe.
 *
 * @param acknowledgementReceiver the client on its connection, which gets the acknowledgement
 * @param answerReceiver the other place, which gets the answer
 */
record PostedClient(KeyedClient acknowledgementReceiver, ReplyTo answerReceiver) implements DelegatingClient {
    @Override
    public boolean isPosted() {
        return true;
    }
}
