package io.soabench.engine.runtime.kernel;

/**
 * The numbers of slots that each execution of a scope has.
 *
 * @param id the number of the scope in its process; 0 is the process
 * @param slots the number of values: variables, and parts of messages
 * @param links the number of links of the flows in the scope
 * @param partnerLinks the number of partner links that the scope declares
 * @param correlationSets the number of correlation sets that the scope declares
 */
public record ScopeLayout(int id, int slots, int links, int partnerLinks, int correlationSets) {}
