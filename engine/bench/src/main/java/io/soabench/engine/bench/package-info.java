/**
 * Measures the engine against its floor: the same HTTP exchanges through a relay that reads no XML.
 *
 * <p>Belongs here: load, mock, floor, benches and their ratios. Does not belong here: anything the engine needs. Threading: a
 * bench is run by one thread; load, mock, relay and engine have an event loop each. Failure: a bench that could not measure
 * throws {@link java.lang.IllegalStateException} with a sentence.
 */
package io.soabench.engine.bench;
