package io.soabench.engine.server.admin;

/**
 * A pool of threads, of all replicas together.
 *
 * @param name {@code http}, {@code kernel} or {@code invoker}
 * @param threads the number that take new work
 * @param queued the number of tasks that wait for them
 * @param fixed why their number cannot be changed; empty if it can
 */
public record PoolState(String name, int threads, long queued, String fixed) {}
