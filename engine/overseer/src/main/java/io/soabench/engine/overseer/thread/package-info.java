/**
 * Places of threads and of their memory: affinity, NUMA policy, and threads that are bound from their first step.
 *
 * <p>Threading: see each type; memory policies are a matter of the calling thread alone. Failure: a {@link
 * io.soabench.engine.overseer.system.NotAvailableException} with one sentence; nothing is changed then.
 */
package io.soabench.engine.overseer.thread;
