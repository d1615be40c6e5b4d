package io.soabench.engine.bpel.model;

/**
 * A property of a variable.
 */
public record PropertySource(PropertyUse property) implements FromSpec {}
