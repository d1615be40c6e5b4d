package io.soabench.engine.bpel.model;

/**
 * An {@code onEvent} of event handlers: the message that it receives, and its scope. The frame of the scope holds the
 * variables of the message.
 */
public record EventBranch(BoundReceipt reception, ScopeNode body) {}
