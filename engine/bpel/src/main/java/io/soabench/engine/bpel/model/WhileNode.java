package io.soabench.engine.bpel.model;

/**
 * {@code while}, see {@link ActivityNode}.
 */
public record WhileNode(ActivityInfo info, BoundExpression condition, ActivityNode body) implements ActivityNode {
    @Override
    public <R> R accept(ActivityVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
