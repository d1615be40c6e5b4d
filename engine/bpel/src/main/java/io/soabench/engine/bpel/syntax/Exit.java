package io.soabench.engine.bpel.syntax;

/**
 * An {@code exit} as written: it ends the instance at once (section 10.10).
 *
 * @param header the standard attributes and elements
 */
public record Exit(ActivityHeader header) implements ActivityElement {}
