package io.soabench.agent.protocol;

/**
 * The processors of a host, and what its programs may open; -1 when it does not tell.
 *
 * @param cores physical cores
 * @param packages processor packages (sockets)
 * @param numaNodes memory nodes
 * @param openFiles limit of open files of one process
 */
public record Processors(int cores, int packages, int numaNodes, long openFiles) {}
