package io.soabench.engine.bpel.model;

import java.util.List;

/**
 * {@code flow}, see {@link ActivityNode}.
 */
public record FlowNode(ActivityInfo info, List<Link> links, List<ActivityNode> activities) implements ActivityNode {
    public FlowNode {
        links = List.copyOf(links);
        activities = List.copyOf(activities);
    }

    @Override
    public <R> R accept(ActivityVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
