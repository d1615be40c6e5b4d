package io.soabench.engine.bpel.model;

/**
 * A {@code compensateScope} (WS-BPEL 2.0, section 12.4.3.1).
 *
 * @param info the common part
 * @param target the number of the scope that is compensated
 */
public record CompensateScopeNode(ActivityInfo info, int target) implements ActivityNode {
    @Override
    public <R> R accept(ActivityVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
