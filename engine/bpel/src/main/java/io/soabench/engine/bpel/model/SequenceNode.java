package io.soabench.engine.bpel.model;

import java.util.List;

/**
 * A {@code sequence} (WS-BPEL 2.0, section 11.1). Immutable.
 *
 * @param info the common part
 * @param activities the activities in their order
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
