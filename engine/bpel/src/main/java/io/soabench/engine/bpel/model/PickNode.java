package io.soabench.engine.bpel.model;

import java.util.List;

/**
 * A {@code pick}, which waits for one of several messages or alarms (WS-BPEL 2.0, section 11.5). Immutable.
 *
 * @param info the common part
 * @param createInstance true if it is a start activity
 * @param messages the messages in document order
 * @param alarms the alarms in document order
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
