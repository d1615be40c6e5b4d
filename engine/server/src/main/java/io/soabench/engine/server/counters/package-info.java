/**
 * Performance counters of the engine's threads, by pool, chosen while it runs (P13, sections 4.4 and 4.5.2). Belongs here: which events
 * are counted for which threads, and their sums; the counters themselves are the overseer's.
 *
 * <p>Threading: thread-safe. Failure: what machine or rights do not give is a sentence in the place of a number, never a zero.
 */
package io.soabench.engine.server.counters;
