package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;
import java.util.Optional;

/**
 * The use of a correlation set by a message, as written (section 9.2).
 *
 * @param set the name of the set
 * @param initiate the way in which the set may get its values here
 * @param pattern the messages of an invoke; empty for other activities
 * @param location the element
 */
public record Correlation(String set, Initiate initiate, Optional<Pattern> pattern, Location location) {

    /** The ways in which a set may get its values here (section 9.2). */
    public enum Initiate {
        YES,
        JOIN,
        NO
    }

    /** The messages of an {@code invoke} to which a set applies. */
    public enum Pattern {
        REQUEST,
        RESPONSE,
        REQUEST_RESPONSE
    }
}
