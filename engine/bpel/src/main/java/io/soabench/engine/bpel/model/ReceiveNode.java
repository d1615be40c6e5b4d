package io.soabench.engine.bpel.model;

/**
 * {@code receive}, see {@link ActivityNode}.
 */
public record ReceiveNode(ActivityInfo info, BoundReceipt reception) implements ActivityNode {
    @Override
    public <R> R accept(ActivityVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
