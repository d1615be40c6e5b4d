/**
 * The placement of threads, as a function of a {@link io.soabench.engine.overseer.topology.Topology}: affinity groups,
 * the binding policies of threads (P11 §IV-C) and those of replicas (P13 §7; docs/references.md).
 *
 * <p>Belongs here: arithmetic. Does not belong here: binding a thread, which is in {@code thread}. Threading: pure functions over
 * immutable values. Failure: an {@link java.lang.IllegalArgumentException} for counts that make no sense.
 */
package io.soabench.engine.overseer.placement;
