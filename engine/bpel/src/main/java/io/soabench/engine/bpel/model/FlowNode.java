package io.soabench.engine.bpel.model;

import java.util.List;

/**
 * A {@code flow} of parallel activities (WS-BPEL 2.0, section 11.6). Immutable.
 *
 * @param info the common part
 * @param links the links that it declares
 * @param activities the activities in document order
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
