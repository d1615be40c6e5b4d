package io.soabench.engine.runtime.kernel;

/**
 * An activity at which an instance waits: it has begun, and no activity inside it has begun.
 *
 * @param activity its kind, name and place in the process file
 * @param path the surrounding activities from the process inwards, with the activity at the end
 * @param sinceMs the milliseconds since the turn in which it began
 */
public record WaitingActivity(String activity, String path, long sinceMs) {}
