package io.soabench.engine.server;

import java.time.Duration;
import java.util.List;

/**
 * A running engine, in this process or in several child processes.
 */
interface RunningEngine extends AutoCloseable {
    /** Address of the services, without a slash at the end. */
    String url();

    /** Port of the admin interface. */
    int adminPort();

    /** What processes that were deployed at the start will fail with, one sentence each. */
    List<String> warnings();

    /** Waits until somebody asks for the end by the admin interface. */
    void awaitShutdown() throws InterruptedException;

    /**
     * Takes no new connections and starts no new instances, and waits for those that run to end and for their answers to leave.
     *
     * @param atMost how long
     * @return whether all have ended
     */
    boolean drain(Duration atMost);

    /** Stops everything; running instances are given up. */
    @Override
    void close();
}
