package io.soabench.engine.bpel.model;

/**
 * {@code rethrow}, see {@link ActivityNode}.
 */
public record RethrowNode(ActivityInfo info) implements ActivityNode {
    @Override
    public <R> R accept(ActivityVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
