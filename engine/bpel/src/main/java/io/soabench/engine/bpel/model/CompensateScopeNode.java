package io.soabench.engine.bpel.model;

/**
 * {@code compensateScope}: {@code target} is the number of the scope that is compensated.
 */
public record CompensateScopeNode(ActivityInfo info, int target) implements ActivityNode {
    @Override
    public <R> R accept(ActivityVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
