package io.soabench.engine.bpel.syntax;

import java.util.List;

/**
 * A {@code validate} as written: it checks variables against their types (section 8.1).
 *
 * @param header the standard attributes and elements
 * @param variables the names of the variables
 */
public record Validate(ActivityHeader header, List<String> variables) implements ActivityElement {
    public Validate {
        variables = List.copyOf(variables);
    }
}
