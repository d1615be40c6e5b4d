/**
 * Scheduling policies: where a new instance is placed, and whose threads run what is ready.
 *
 * <p>Belongs here: one {@link io.soabench.engine.runtime.scheduling.Scheduler} for each policy, and the threads it needs. Does not
 * belong here: event loops, which the server brings along. Threading: schedulers are thread-safe; their threads come from a {@link
 * java.util.concurrent.ThreadFactory} given from outside, which names and places them. Failure: what a turn or an alarm throws is
 * given to a handler, and the thread goes on.
 *
 * <p>The page {@code docs/references.md} explains the short names of papers, such as "P13".
 */
package io.soabench.engine.runtime.scheduling;
