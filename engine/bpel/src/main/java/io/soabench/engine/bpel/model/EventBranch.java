package io.soabench.engine.bpel.model;

/**
 * A message of event handlers with its scope, whose frame holds the variables of the reception.
 */
public record EventBranch(BoundReceipt reception, ScopeNode body) {}
