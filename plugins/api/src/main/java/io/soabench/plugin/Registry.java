package io.soabench.plugin;

/**
 * A server type whose servers register services. Engines find other addresses of their partners there. Its {@link
 * Lifecycle} describes publication and inquiry ({@link Lifecycle.Builder#registers}).
 */
public interface Registry extends ServerType {}
