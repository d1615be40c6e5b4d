package io.soabench.engine.runtime.kernel;

/**
 * A link as seen from an activity.
 *
 * @param hops scopes outwards to the one which holds the status
 * @param slot position among the links of that scope
 */
public record LinkReference(int hops, int slot) {}
