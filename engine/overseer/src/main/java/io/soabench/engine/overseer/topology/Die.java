package io.soabench.engine.overseer.topology;

/**
 * A piece of silicon in a package. Kernels before 5.2 know none: then each package is one die.
 *
 * @param id its number in the machine, from 0
 * @param kernelId the kernel's {@code die_id}, unique within its package; -1 if unknown
 * @param cpuPackage the number of its {@link CpuPackage}
 * @param processors those that are online; never empty
 */
public record Die(int id, int kernelId, int cpuPackage, IdSet processors) {}
