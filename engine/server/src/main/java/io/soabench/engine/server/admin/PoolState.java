package io.soabench.engine.server.admin;

/**
 * The state of a pool of threads, summed over all replicas. Immutable.
 *
 * @param name {@code http}, {@code kernel} or {@code invoker}
 * @param threads the number of threads that take new work
 * @param queued the number of tasks that wait for them
 * @param fixed the reason why their number cannot be changed; empty if it can
 */
public record PoolState(String name, int threads, long queued, String fixed) {}
