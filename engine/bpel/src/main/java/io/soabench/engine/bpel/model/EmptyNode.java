package io.soabench.engine.bpel.model;

/**
 * An {@code empty}, which does nothing (WS-BPEL 2.0, section 10.8).
 *
 * @param info the common part
 */
public record EmptyNode(ActivityInfo info) implements ActivityNode {
    @Override
    public <R> R accept(ActivityVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
