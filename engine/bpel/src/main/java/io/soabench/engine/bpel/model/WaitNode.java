package io.soabench.engine.bpel.model;

/**
 * {@code wait}, see {@link ActivityNode}.
 */
public record WaitNode(ActivityInfo info, Timer timer) implements ActivityNode {}
