/**
 * The kernel: navigates instances of compiled processes.
 *
 * <p>Belongs here: instances, their frames and scopes, links, faults on their way, the contracts towards the stages before
 * (messages in, replies out) and behind (partner calls), counters. Does not belong here: what an activity does, which is in
 * processors. Threading: an {@link io.soabench.engine.runtime.kernel.Instance} and everything below it is touched only by its
 * {@link io.soabench.engine.runtime.kernel.Worker}; compiled things are immutable; {@link
 * io.soabench.engine.runtime.kernel.Kernel} is thread-safe. Failure: BPEL faults are values that travel to their scope; a
 * Java exception ends the instance, is counted and given to the kernel's error handler.
 */
package io.soabench.engine.runtime.kernel;
