package io.soabench.engine.overseer.topology;

/**
 * A package in one socket: a "CPU" in P11 and P13.
 *
 * @param id its number, from 0 in the order of first processors
 * @param kernelId the kernel's {@code physical_package_id}; -1 if unknown
 * @param processors those that are online; never empty
 */
public record CpuPackage(int id, int kernelId, IdSet processors) {}
