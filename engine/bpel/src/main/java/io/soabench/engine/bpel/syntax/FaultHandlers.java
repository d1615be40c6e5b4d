package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;
import java.util.List;
import java.util.Optional;

/**
 * {@code faultHandlers} of a scope.
 */
public record FaultHandlers(List<Catch> catches, Optional<Handler> catchAll, Location location) {
    public FaultHandlers {
        catches = List.copyOf(catches);
    }
}
