package io.soabench.engine.bpel.syntax;

import java.util.List;

/**
 * {@code validate}: validates variables against their schemas (section 8.4, 10.9).
 */
public record Validate(ActivityHeader header, List<String> variables) implements ActivityElement {
    public Validate {
        variables = List.copyOf(variables);
    }
}
