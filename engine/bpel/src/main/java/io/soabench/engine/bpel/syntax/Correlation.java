package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;
import java.util.Optional;

/**
 * The use of a correlation set.
 */
public record Correlation(String set, Initiate initiate, Optional<Pattern> pattern, Location location) {

    /** The ways in which a set may get its values here (section 9.2). */
    public enum Initiate {
        YES,
        JOIN,
        NO
    }

    /** The messages of an {@code invoke} to which the set applies. */
    public enum Pattern {
        REQUEST,
        RESPONSE,
        REQUEST_RESPONSE
    }
}
