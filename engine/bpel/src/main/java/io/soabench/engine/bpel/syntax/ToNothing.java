package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;

/**
 * A {@code to} without any of the variants of WS-BPEL 2.0, section 8.4, or a {@code copy} without {@code to}. Only an
 * extension may give it a meaning, so the analysis refuses it.
 *
 * @param location the place of the element; that of {@code copy} if {@code to} is missing
 */
public record ToNothing(Location location) implements To {}
