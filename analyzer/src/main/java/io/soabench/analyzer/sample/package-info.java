/**
 * A simulated run for trials of the analyzer and the reports without servers: {@link io.soabench.analyzer.sample.SampleRun} writes a run's
 * folder as a driver would. One thread; failures to write are {@link java.io.UncheckedIOException}s.
 */
package io.soabench.analyzer.sample;
