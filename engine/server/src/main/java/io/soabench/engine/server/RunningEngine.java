package io.soabench.engine.server;

import java.time.Duration;
import java.util.List;

/**
 * A running engine, in this process or in several child processes. Thread-safe, except {@link #close}, which one thread
 * calls.
 */
interface RunningEngine extends AutoCloseable {
    /** Returns the address of the services, without a slash at the end. */
    String url();

    /** Returns the port of the admin interface. */
    int adminPort();

    /** Returns the problems that deployed processes will have at run time, one sentence each. */
    List<String> warnings();

    /** Waits until a client of the admin interface asks the engine to stop. */
    void awaitShutdown() throws InterruptedException;

    /**
     * Refuses new connections and new instances. Waits until the running instances have ended and their answers are
     * sent.
     *
     * @param atMost the longest wait
     * @return true if all instances have ended
     */
    boolean drain(Duration atMost);

    /** Stops the engine. Running instances are lost, except those of a durable engine. */
    @Override
    void close();
}
