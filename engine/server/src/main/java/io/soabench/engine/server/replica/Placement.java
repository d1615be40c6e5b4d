package io.soabench.engine.server.replica;

import java.util.concurrent.ThreadFactory;

/** The processors of the threads of one replica. The stages of a replica make no thread but by this. */
@FunctionalInterface
public interface Placement {
    /**
     * Makes the threads of one pool; they are daemons, and each is where it should be before its first step.
     *
     * @param role of the pool: {@code http}, {@code kernel}, {@code invoker}
     */
    ThreadFactory threads(String role);
}
