package io.soabench.engine.bpel.model;

import java.util.List;

/**
 * A {@code validate}, which checks variables against their types (WS-BPEL 2.0, section 8.1). Immutable.
 *
 * @param info the common part
 * @param variables the variables
 */
public record ValidateNode(ActivityInfo info, List<Variable> variables) implements ActivityNode {
    public ValidateNode {
        variables = List.copyOf(variables);
    }

    @Override
    public <R> R accept(ActivityVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
