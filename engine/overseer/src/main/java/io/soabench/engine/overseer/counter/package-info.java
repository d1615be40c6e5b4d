/**
 * Performance counters: the known events, and their counts for a thread, a processor or a program.
 *
 * <p>Belongs here: events and their names, sets of counters, readings. Threading: events and readings are immutable; a
 * {@link io.soabench.engine.overseer.counter.CounterSet} may be used by any thread, one at a time. Failure: an
 * unavailable event is not an error; its {@link io.soabench.engine.overseer.counter.CounterReading} gives the reason,
 * and has no value.
 */
package io.soabench.engine.overseer.counter;
