package io.soabench.engine.bpel.model;

/**
 * A {@code compensate} (WS-BPEL 2.0, section 12.4.3.2).
 *
 * @param info the common part
 * @param target the number of the scope whose inner scopes are compensated
 */
public record CompensateNode(ActivityInfo info, int target) implements ActivityNode {
    @Override
    public <R> R accept(ActivityVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
