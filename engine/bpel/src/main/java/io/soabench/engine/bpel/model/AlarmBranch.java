package io.soabench.engine.bpel.model;

/** An alarm of a pick or of event handlers with its activity, which is a scope in event handlers. */
public record AlarmBranch(BoundTimer timer, ActivityNode activity) {}
