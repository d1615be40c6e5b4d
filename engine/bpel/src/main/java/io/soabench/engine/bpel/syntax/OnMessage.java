package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;

/**
 * An {@code onMessage} as written: a branch of a pick (section 11.5).
 *
 * @param receipt the message
 * @param activity the activity that runs then
 * @param location the element
 */
public record OnMessage(Receipt receipt, ActivityElement activity, Location location) {}
