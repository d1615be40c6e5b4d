package io.soabench.engine.bpel.syntax;

/**
 * {@code receive}: waits for a message (section 10.4).
 */
public record Receive(ActivityHeader header, Receipt receipt, boolean createInstance) implements ActivityElement {}
