package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;

/**
 * {@code onAlarm}: a branch of a pick, or an event handler whose activity is a scope.
 */
public record OnAlarm(Alarm alarm, ActivityElement activity, Location location) {}
