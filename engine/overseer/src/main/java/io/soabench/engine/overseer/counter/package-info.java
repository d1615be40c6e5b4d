/**
 * Performance counters: which events there are, and how often they happened to a thread, on a processor, or in a program.
 *
 * <p>Belongs here: events and their names, sets of counters, readings. Threading: events and readings are immutable; a {@link
 * io.soabench.engine.overseer.counter.CounterSet} may be used by any thread, one at a time. Failure: an event that cannot be had is
 * no error; its {@link io.soabench.engine.overseer.counter.CounterReading} says why, and has no value.
 */
package io.soabench.engine.overseer.counter;
