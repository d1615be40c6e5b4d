package io.soabench.engine.bpel.model;

/**
 * An {@code exit}, which ends the instance at once (WS-BPEL 2.0, section 10.10).
 *
 * @param info the common part
 */
public record ExitNode(ActivityInfo info) implements ActivityNode {
    @Override
    public <R> R accept(ActivityVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
