package io.soabench.engine.bpel.model;

/**
 * A {@code receive} (WS-BPEL 2.0, section 10.4).
 *
 * @param info the common part
 * @param reception the message that it waits for
 */
public record ReceiveNode(ActivityInfo info, BoundReceipt reception) implements ActivityNode {
    @Override
    public <R> R accept(ActivityVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
