package io.soabench.engine.bpel.syntax;

import java.util.List;

/**
 * An {@code assign} as written: it copies data (section 8.4).
 *
 * @param header the standard attributes and elements
 * @param validate true to validate the changed variables at the end
 * @param operations the steps in document order
 */
public record Assign(ActivityHeader header, boolean validate, List<AssignOperation> operations)
        implements ActivityElement {
    public Assign {
        operations = List.copyOf(operations);
    }
}
