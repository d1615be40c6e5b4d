/**
 * The scheduling policies, which place new instances and provide the threads that run them.
 *
 * <p>Belongs here: one {@link io.soabench.engine.runtime.scheduling.Scheduler} for each policy, with its workers and
 * threads. Does not belong here: event loops, which the server provides.
 *
 * <p>Users: {@code server} creates the policy that is configured. The kernel uses only the interface {@link
 * io.soabench.engine.runtime.kernel.Worker}.
 *
 * <p>Threading: schedulers are thread-safe. Their threads come from a {@link java.util.concurrent.ThreadFactory} of the
 * caller, which names and places them. Failure: an error in a turn or an alarm is reported to a handler, and the thread
 * goes on.
 *
 * <p>The page {@code docs/references.md} explains the short names of papers, such as "P13".
 */
package io.soabench.engine.runtime.scheduling;
