package io.soabench.analyzer.repetition;

/**
 * The number of instances of a process by the engine's own history.
 *
 * @param server the engine
 * @param begun within the measured window
 * @param ended within the measured window, whenever they began
 * @param running of those that began within the window, those that had not ended when the history was read
 */
public record InstanceCount(String server, String process, long begun, long ended, long running) {}
