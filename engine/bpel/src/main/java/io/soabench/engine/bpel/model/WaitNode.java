package io.soabench.engine.bpel.model;

/**
 * A {@code wait} (WS-BPEL 2.0, section 10.7).
 *
 * @param info the common part
 * @param timer the duration or the deadline
 */
public record WaitNode(ActivityInfo info, BoundTimer timer) implements ActivityNode {
    @Override
    public <R> R accept(ActivityVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
