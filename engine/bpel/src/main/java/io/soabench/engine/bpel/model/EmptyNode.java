package io.soabench.engine.bpel.model;

/**
 * {@code empty}, see {@link ActivityNode}.
 */
public record EmptyNode(ActivityInfo info) implements ActivityNode {
    @Override
    public <R> R accept(ActivityVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
