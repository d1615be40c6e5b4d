/**
 * Where replicas run: what the machine is made of, how many replicas that makes, which processors and memory each one has, and the
 * threads that bind themselves to them. What a replica does stands in {@link io.soabench.engine.server}.
 *
 * <p>Threading: plans are immutable; the rest is thread-safe. Failure: what machine or rights do not give is a sentence, and never
 * an exception once the engine runs.
 */
package io.soabench.engine.server.replica;
