package io.soabench.engine.bpel.model;

/**
 * A {@code repeatUntil} (WS-BPEL 2.0, section 11.4).
 *
 * @param info the common part
 * @param body the repeated activity
 * @param condition ends the loop when it is true after an iteration
 */
public record RepeatUntilNode(ActivityInfo info, ActivityNode body, BoundExpression condition) implements ActivityNode {
    @Override
    public <R> R accept(ActivityVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
