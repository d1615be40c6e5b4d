package io.soabench.engine.bpel.model;

/**
 * {@code repeatUntil}, see {@link ActivityNode}.
 */
public record RepeatUntilNode(ActivityInfo info, ActivityNode body, BoundExpression condition) implements ActivityNode {
    @Override
    public <R> R accept(ActivityVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
