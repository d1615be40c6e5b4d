package io.soabench.engine.bpel.model;

import java.util.List;

/**
 * {@code pick}, see {@link ActivityNode}.
 */
public record PickNode(
        ActivityInfo info, boolean createInstance, List<MessageBranch> messages, List<AlarmBranch> alarms)
        implements ActivityNode {
    public PickNode {
        messages = List.copyOf(messages);
        alarms = List.copyOf(alarms);
    }

    @Override
    public <R> R accept(ActivityVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
