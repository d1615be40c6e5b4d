package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;

/** A step of an {@code assign}. */
public sealed interface AssignOperation permits Copy, ExtensionAssignOperation {
    /** Returns the start of the operation in its document. */
    Location location();
}
