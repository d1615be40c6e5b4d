package io.soabench.engine.bpel.model;

import java.util.List;

/**
 * {@code sequence}, see {@link ActivityNode}.
 */
public record SequenceNode(ActivityInfo info, List<ActivityNode> activities) implements ActivityNode {
    public SequenceNode {
        activities = List.copyOf(activities);
    }

    @Override
    public <R> R accept(ActivityVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
