package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;
import java.util.List;
import java.util.Optional;

/**
 * The {@code faultHandlers} of a scope as written (section 12.5).
 *
 * @param catches the handlers for some faults, in document order
 * @param catchAll the handler for all other faults
 * @param location the element
 */
public record FaultHandlers(List<Catch> catches, Optional<Handler> catchAll, Location location) {
    public FaultHandlers {
        catches = List.copyOf(catches);
    }
}
