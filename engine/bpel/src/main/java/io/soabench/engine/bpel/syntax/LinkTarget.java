package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;

/** The end of a link, at the activity that waits for its status. */
public record LinkTarget(String linkName, Location location) {}
