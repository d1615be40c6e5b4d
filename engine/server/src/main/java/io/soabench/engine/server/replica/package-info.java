/**
 * The places of replicas: the parts of the machine, the number of replicas, their processors and memory, and the
 * threads that bind themselves to them. The work of a replica is in {@link io.soabench.engine.server}.
 *
 * <p>Threading: plans are immutable; the rest is thread-safe. Failure: a missing feature of the machine, or a missing right, is a sentence, and never an exception once the engine runs.
 */
package io.soabench.engine.server.replica;
