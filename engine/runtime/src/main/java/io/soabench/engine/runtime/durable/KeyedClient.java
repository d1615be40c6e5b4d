package io.soabench.engine.runtime.durable;

import io.soabench.engine.runtime.kernel.Receipt;
import io.soabench.engine.runtime.kernel.ReplyTo;

/**
 * A client that waits for the acknowledgement of its request, or for the answer. Thread-safe. At most one
 * acknowledgement and one answer reach it.
 */
public interface KeyedClient extends ReplyTo, Receipt {
    /** Returns whether the answer goes to another place than the connection, which then gets an acknowledgement. */
    boolean isPosted();

    /** Returns whether the client waits no more, because its connection has ended. */
    boolean isGone();

    /** Refuses the request, because the engine has no room for it. */
    void overloaded();

    /**
     * Asks another replica for the answer, which has or may have the first request. The replica is a process. A client of
     * an engine without such replicas is refused.
     *
     * @param replica the number of the replica
     */
    default void askReplica(int replica) {
        overloaded();
    }
}
