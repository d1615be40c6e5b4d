package io.soabench.engine.overseer.topology;

import java.util.OptionalInt;

/**
 * A core.
 *
 * @param id its number in the machine, from 0 in the order of first processors (as in {@code lscpu -p})
 * @param kernelId the kernel's {@code core_id}, which is unique only within a package, or even a die; -1 if unknown
 * @param cpuPackage the number of its {@link CpuPackage}
 * @param die the number of its {@link Die}
 * @param node the number of its {@link NumaNode}
 * @param kind its kind in comparison with the others
 * @param capacity its greatest speed in relation to that of the quickest core, which has 1024; absent if unknown
 * @param processors its hardware threads, those that are online; never empty
 */
public record Core(
        int id,
        int kernelId,
        int cpuPackage,
        int die,
        int node,
        CoreKind kind,
        OptionalInt capacity,
        IdSet processors) {}
