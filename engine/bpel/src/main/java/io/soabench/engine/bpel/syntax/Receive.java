package io.soabench.engine.bpel.syntax;

/**
 * A {@code receive} as written: it waits for a message (section 10.4).
 *
 * @param header the standard attributes and elements
 * @param receipt the message
 * @param createInstance true if it is a start activity
 */
public record Receive(ActivityHeader header, Receipt receipt, boolean createInstance) implements ActivityElement {}
