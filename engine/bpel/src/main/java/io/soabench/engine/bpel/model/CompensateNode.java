package io.soabench.engine.bpel.model;

/**
 * {@code compensate}: {@code target} is the number of the scope whose inner scopes are compensated.
 */
public record CompensateNode(ActivityInfo info, int target) implements ActivityNode {
    @Override
    public <R> R accept(ActivityVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
