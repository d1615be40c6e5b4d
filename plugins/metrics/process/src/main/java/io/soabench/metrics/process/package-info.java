/**
 * Metrics of a process that Linux counts anyway; the server knows nothing of it. A source is used by one thread at a time. A
 * process that cannot be read is an {@link java.io.UncheckedIOException}; a value that Linux does not show is left out.
 */
package io.soabench.metrics.process;
