package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;

/** A handler or branch without attributes: {@code else}, {@code catchAll}, a compensation or termination handler. */
public record Handler(ActivityElement activity, Location location) {}
