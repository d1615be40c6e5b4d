package io.soabench.engine.bpel.model;

import java.util.List;
import java.util.Optional;

/**
 * An {@code if} (WS-BPEL 2.0, section 11.2). Immutable.
 *
 * @param info the common part
 * @param choices the conditions in their order, each with its activity
 * @param otherwise the activity of {@code else}
 */
public record IfNode(ActivityInfo info, List<ConditionalBranch> choices, Optional<ActivityNode> otherwise)
        implements ActivityNode {
    public IfNode {
        choices = List.copyOf(choices);
    }

    @Override
    public <R> R accept(ActivityVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
