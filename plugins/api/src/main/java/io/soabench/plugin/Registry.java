package io.soabench.plugin;

/**
 * A type whose servers register services: where engines find other addresses of their partners. Its {@link Lifecycle} says how
 * services are published and asked for ({@link Lifecycle.Builder#registers}).
 */
public interface Registry extends ServerType {}
