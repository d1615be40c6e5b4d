package io.soabench.engine.runtime.kernel;

/**
 * A reference from an activity to a link of a flow.
 *
 * @param hops the number of scopes outwards to the one that holds the status of the link
 * @param slot the position among the links of that scope
 */
public record LinkReference(int hops, int slot) {}
