package io.soabench.engine.bpel.syntax;

import java.util.List;

/**
 * {@code assign}: copies data (section 8.4).
 */
public record Assign(ActivityHeader header, boolean validate, List<AssignOperation> operations)
        implements ActivityElement {
    public Assign {
        operations = List.copyOf(operations);
    }
}
