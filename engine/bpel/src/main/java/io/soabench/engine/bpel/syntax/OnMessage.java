package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;

/**
 * {@code onMessage}: a branch of a pick.
 */
public record OnMessage(Receipt receipt, ActivityElement activity, Location location) {}
