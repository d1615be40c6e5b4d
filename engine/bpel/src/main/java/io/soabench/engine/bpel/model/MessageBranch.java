package io.soabench.engine.bpel.model;

/**
 * A message of a pick with its activity.
 */
public record MessageBranch(BoundReceipt reception, ActivityNode activity) {}
