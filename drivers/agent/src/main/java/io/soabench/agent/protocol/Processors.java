package io.soabench.agent.protocol;

/**
 * The processors of a host, and the limit of its programs' open files; -1 when they are unknown.
 *
 * @param cores physical cores
 * @param packages processor packages (sockets)
 * @param numaNodes memory nodes
 * @param openFiles limit of open files of one process
 */
public record Processors(int cores, int packages, int numaNodes, long openFiles) {}
