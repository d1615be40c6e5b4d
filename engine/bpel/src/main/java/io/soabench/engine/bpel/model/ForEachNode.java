package io.soabench.engine.bpel.model;

import java.util.Optional;

/**
 * {@code forEach}; the counter is the first variable of the body's frame.
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
