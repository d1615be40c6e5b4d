package io.soabench.engine.bpel.model;

import java.util.List;

/**
 * {@code validate}, see {@link ActivityNode}.
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
