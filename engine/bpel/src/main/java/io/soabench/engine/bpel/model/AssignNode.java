package io.soabench.engine.bpel.model;

import java.util.List;

/**
 * An {@code assign} (WS-BPEL 2.0, section 8.4). Immutable.
 *
 * @param info the common part
 * @param validate true to validate the changed variables at the end
 * @param steps the copies in their order; all of them happen, or none
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
