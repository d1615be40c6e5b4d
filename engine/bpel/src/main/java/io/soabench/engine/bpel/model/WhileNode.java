package io.soabench.engine.bpel.model;

/**
 * A {@code while} (WS-BPEL 2.0, section 11.3).
 *
 * @param info the common part
 * @param condition starts an iteration when it is true
 * @param body the repeated activity
 */
public record WhileNode(ActivityInfo info, BoundExpression condition, ActivityNode body) implements ActivityNode {
    @Override
    public <R> R accept(ActivityVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
