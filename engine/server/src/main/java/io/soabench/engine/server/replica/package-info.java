/**
 * The places of replicas. Belongs here: the plan that divides an engine on a machine, and the threads that bind
 * themselves to their processors. The work of a replica is in {@link io.soabench.engine.server}; the topology and the
 * system calls are in the library {@code engine/overseer}.
 *
 * <p>Use: the start of an engine makes the plan, and each replica makes its threads by it.
 *
 * <p>Threading: plans are immutable; the other classes are thread-safe. Failure: a missing feature of the machine, or a
 * missing right, is a sentence, and never an exception once the engine runs.
 */
package io.soabench.engine.server.replica;
