package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;
import java.util.Optional;

/**
 * {@code copy}: a value with its source and target.
 *
 * @param from the source
 * @param to the target
 * @param keepSrcElementName empty if not set explicitly, which means no
 * @param ignoreMissingFromData a missing source is not a fault
 * @param location the {@code copy} element
 */
public record Copy(
        From from, To to, Optional<Boolean> keepSrcElementName, boolean ignoreMissingFromData, Location location)
        implements AssignOperation {}
