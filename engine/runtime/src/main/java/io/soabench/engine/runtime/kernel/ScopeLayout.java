package io.soabench.engine.runtime.kernel;

/**
 * The size of a scope's instances.
 *
 * @param id number of the scope in its process; 0 is the process
 * @param slots values of variables and parts
 * @param links links of flows which run in the scope
 * @param partnerLinks partner links declared in the scope
 * @param correlationSets correlation sets declared in the scope
 */
public record ScopeLayout(int id, int slots, int links, int partnerLinks, int correlationSets) {}
