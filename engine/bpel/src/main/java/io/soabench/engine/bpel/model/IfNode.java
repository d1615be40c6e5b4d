package io.soabench.engine.bpel.model;

import java.util.List;
import java.util.Optional;

/**
 * {@code if}, see {@link ActivityNode}.
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
