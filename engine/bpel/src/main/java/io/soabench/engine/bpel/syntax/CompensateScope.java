package io.soabench.engine.bpel.syntax;

/**
 * A {@code compensateScope} as written: it compensates one completed inner scope (section 12.4.3.1).
 *
 * @param header the standard attributes and elements
 * @param target the name of the scope
 */
public record CompensateScope(ActivityHeader header, String target) implements ActivityElement {}
