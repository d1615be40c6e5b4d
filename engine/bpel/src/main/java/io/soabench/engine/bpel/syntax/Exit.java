package io.soabench.engine.bpel.syntax;

/**
 * {@code exit}: ends the instance at once (section 10.10).
 */
public record Exit(ActivityHeader header) implements ActivityElement {}
