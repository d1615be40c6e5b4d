/**
 * The reading of a testbed model with the files that it names. The result is a {@link io.soabench.generators.reading.ModelReading}; the cases
 * are not known here. Everything that is wrong goes to a {@link io.soabench.generators.reading.ProblemCollector}, and no class throws because
 * of a user's mistake. A reading belongs to one thread.
 */
package io.soabench.generators.reading;
