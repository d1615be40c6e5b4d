package io.soabench.engine.bpel.model;

/**
 * A {@code rethrow}, which throws the handled fault again (WS-BPEL 2.0, section 10.11).
 *
 * @param info the common part
 */
public record RethrowNode(ActivityInfo info) implements ActivityNode {
    @Override
    public <R> R accept(ActivityVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
