/**
 * The parts of a machine: packages, dies, cores, hardware threads, caches with their sharers, NUMA nodes, and the part
 * of them that this process may use.
 *
 * <p>Belongs here: the model, and the survey that reads it from the kernel's files. Does not belong here: changes of the machine, native calls. Threading: all values are immutable; a survey reads files in the caller's thread and may be made
 * by any. Failure: a folder that is no {@code /sys} is an {@link java.io.IOException} with one sentence; any other fact that the kernel does not report is absent and named in {@link io.soabench.engine.overseer.topology.Topology#notes}.
 */
package io.soabench.engine.overseer.topology;
