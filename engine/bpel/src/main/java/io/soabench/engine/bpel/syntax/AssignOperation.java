package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;

/** A step of an {@code assign}. */
public sealed interface AssignOperation permits Copy, ExtensionAssignOperation {
    /** Where it starts. */
    Location location();
}
