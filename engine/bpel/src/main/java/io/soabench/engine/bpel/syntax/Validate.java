package io.soabench.engine.bpel.syntax;

import java.util.List;

/** {@code validate}: checks variables against their types (section 8.1). */
public record Validate(ActivityHeader header, List<String> variables) implements ActivityElement {
    public Validate {
        variables = List.copyOf(variables);
    }
}
