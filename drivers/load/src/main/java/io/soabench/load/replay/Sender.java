package io.soabench.load.replay;

import io.soabench.plan.LoadRecord;
import java.util.Optional;

/**
 * A sender of the requests of a {@link Replay}: one of the load client's engines. Made, run and closed once, in this
 * order.
 */
public interface Sender extends AutoCloseable {

    /** Returns the most threads that the sender needs to send requests and take answers. */
    int threads();

    /** Waits until it waits for the start; false when it does not in time. */
    boolean awaitReady(long timeOutMs) throws InterruptedException;

    /** Runs to the end of the replay; the calling thread works or waits. */
    void run();

    /** Returns the most connections that there were at once. */
    int connections();

    /** Returns the most connections that there may be at once. */
    int mostConnections();

    /** Returns the callbacks that came so far; empty when none can come. */
    default Optional<LoadRecord.Callbacks> callbacks() {
        return Optional.empty();
    }

    /** Closes the connections; {@link #run} must have ended. */
    @Override
    void close();
}
