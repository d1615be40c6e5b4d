package io.soabench.engine.bpel.model;

/**
 * {@code wait}, see {@link ActivityNode}.
 */
public record WaitNode(ActivityInfo info, BoundTimer timer) implements ActivityNode {
    @Override
    public <R> R accept(ActivityVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
