package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;

/**
 * An {@code onAlarm} as written: a branch of a pick, or an event handler whose activity is a scope (sections 11.5 and
 * 12.7).
 *
 * @param alarm the time
 * @param activity the activity that runs then
 * @param location the element
 */
public record OnAlarm(Alarm alarm, ActivityElement activity, Location location) {}
