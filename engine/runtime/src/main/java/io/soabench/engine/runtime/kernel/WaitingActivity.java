package io.soabench.engine.runtime.kernel;

/**
 * An activity at which an instance waits: one that has begun and has none begun inside.
 *
 * @param activity kind, name and place
 * @param path the activities around it, from the process inwards, with it at the end
 * @param sinceMs for how many milliseconds, counted from the turn in which it began
 */
public record WaitingActivity(String activity, String path, long sinceMs) {}
