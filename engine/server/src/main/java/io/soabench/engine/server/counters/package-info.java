/**
 * The performance counters of the engine's threads, by pool, chosen while the engine runs (P13, sections 4.4 and
 * 4.5.2). Belongs here: the choice of events and threads, and the sums. The counters themselves are in the library
 * {@code engine/overseer}.
 *
 * <p>Use: the admin interface, batches and monitors read the counts.
 *
 * <p>Threading: thread-safe. Failure: a count that the machine or the user's rights do not allow has a sentence in its
 * place, and is never zero.
 */
package io.soabench.engine.server.counters;
