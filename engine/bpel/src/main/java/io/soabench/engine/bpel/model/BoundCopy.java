package io.soabench.engine.bpel.model;

import io.soabench.contracts.source.Location;
import java.util.Optional;

/**
 * A {@code copy} of an assign (WS-BPEL 2.0, section 8.4).
 *
 * @param source the source of the value
 * @param target the target of the value
 * @param keepSrcElementName true to keep the name of a copied element; empty if the attribute is not written
 * @param ignoreMissingFromData true if a missing source is no fault
 * @param location the element
 */
public record BoundCopy(
        FromSpec source,
        ToSpec target,
        Optional<Boolean> keepSrcElementName,
        boolean ignoreMissingFromData,
        Location location) {}
