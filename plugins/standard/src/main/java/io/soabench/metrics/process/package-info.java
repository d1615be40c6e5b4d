/**
 * Metrics that Linux and the Java virtual machine count anyway; the server knows nothing of the observer. A source is used by
 * one thread at a time. A server that cannot be read is an {@link java.io.UncheckedIOException}; a quantity that does not exist
 * is said to be unavailable. {@code PerfData} and {@code ProcFile} know the formats, the two sources what they mean.
 */
package io.soabench.metrics.process;
