package io.soabench.engine.bpel.model;

/**
 * A property of a variable.
 */
public record PropertyTarget(PropertyUse property) implements ToSpec {}
