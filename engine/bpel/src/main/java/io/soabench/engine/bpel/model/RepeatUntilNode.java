package io.soabench.engine.bpel.model;

/**
 * {@code repeatUntil}, see {@link ActivityNode}.
 */
public record RepeatUntilNode(ActivityInfo info, ActivityNode body, BoundExpression condition)
        implements ActivityNode {}
