package io.soabench.engine.bpel.model;

import java.util.Optional;

/**
 * A {@code forEach} (WS-BPEL 2.0, section 11.7). The counter is the first variable in the frame of the body.
 *
 * @param info the common part
 * @param parallel true if the iterations run side by side
 * @param counter the counter of the body
 * @param startCounterValue the first value of the counter
 * @param finalCounterValue the last value of the counter
 * @param branches the number of iterations that complete the forEach; empty for all
 * @param successfulBranchesOnly true if only iterations without a fault count
 * @param body the scope of one iteration
 */
public record ForEachNode(
        ActivityInfo info,
        boolean parallel,
        Variable counter,
        BoundExpression startCounterValue,
        BoundExpression finalCounterValue,
        Optional<BoundExpression> branches,
        boolean successfulBranchesOnly,
        ScopeNode body)
        implements ActivityNode {
    @Override
    public <R> R accept(ActivityVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
