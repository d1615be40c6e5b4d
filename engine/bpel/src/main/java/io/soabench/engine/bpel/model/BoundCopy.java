package io.soabench.engine.bpel.model;

import io.soabench.contracts.source.Location;
import java.util.Optional;

/**
 * {@code copy} of an assign.
 *
 * @param keepSrcElementName empty when the attribute is not written
 */
public record BoundCopy(
        FromSpec source,
        ToSpec target,
        Optional<Boolean> keepSrcElementName,
        boolean ignoreMissingFromData,
        Location location) {}
