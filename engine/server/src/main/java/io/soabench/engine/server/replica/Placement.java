package io.soabench.engine.server.replica;

import java.util.concurrent.ThreadFactory;

/**
 * The maker of the threads of one replica, which binds them to processors. The stages of a replica make all their
 * threads here. Thread-safe.
 */
@FunctionalInterface
public interface Placement {
    /**
     * Makes the threads of one pool. They are daemons, and each binds itself before its first step.
     *
     * @param role the role of the pool: {@code http}, {@code kernel}, {@code invoker}
     */
    ThreadFactory threads(String role);
}
