package io.soabench.engine.bpel.syntax;

/**
 * {@code compensateScope}: compensates one completed inner scope (section 12.4.3.1).
 */
public record CompensateScope(ActivityHeader header, String target) implements ActivityElement {}
