package io.soabench.engine.bpel.model;

/**
 * {@code exit}, see {@link ActivityNode}.
 */
public record ExitNode(ActivityInfo info) implements ActivityNode {
    @Override
    public <R> R accept(ActivityVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
