package io.soabench.engine.bpel.model;

import java.util.List;

/**
 * {@code assign}, see {@link ActivityNode}.
 */
public record AssignNode(ActivityInfo info, boolean validate, List<BoundCopy> steps) implements ActivityNode {
    public AssignNode {
        steps = List.copyOf(steps);
    }

    @Override
    public <R> R accept(ActivityVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
