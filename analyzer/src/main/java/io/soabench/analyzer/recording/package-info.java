/**
 * Flame graphs of repetitions that were recorded by the flight recorder of the Java virtual machine. Such repetitions are
 * in a folder of their own beside the results of a run, and no view knows them.
 *
 * <p>All of it is used by one thread. A recording that cannot be read is thrown as {@link java.io.IOException}.
 */
package io.soabench.analyzer.recording;
