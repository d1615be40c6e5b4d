package io.soabench.engine.bpel.model;

/**
 * The two activities a link connects.
 */
public record LinkEnds(Link link, int source, int target) {}
