/**
 * Performance counters of the engine's threads, by pool, chosen while it runs (P13, sections 4.4 and 4.5.2). Belongs
 * here: the choice of events and threads, and the sums; the counters themselves are the overseer's.
 *
 * <p>Threading: thread-safe. Failure: a count that the machine or the user's rights do not allow is a sentence in the place of a number, never a zero.
 */
package io.soabench.engine.server.counters;
