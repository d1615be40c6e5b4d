package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;
import java.util.Optional;

/**
 * A {@code copy} as written (section 8.4).
 *
 * @param from the source
 * @param to the target
 * @param keepSrcElementName empty if not written, which means no
 * @param ignoreMissingFromData true if a missing source is no fault
 * @param location the {@code copy} element
 */
public record Copy(
        From from, To to, Optional<Boolean> keepSrcElementName, boolean ignoreMissingFromData, Location location)
        implements AssignOperation {}
