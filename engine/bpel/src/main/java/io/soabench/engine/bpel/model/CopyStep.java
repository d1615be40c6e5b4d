package io.soabench.engine.bpel.model;

import io.soabench.engine.bpel.source.Location;

/**
 * {@code copy} of an assign.
 */
public record CopyStep(
        CopySource source,
        CopyTarget target,
        boolean keepSrcElementName,
        boolean ignoreMissingFromData,
        Location location) {}
