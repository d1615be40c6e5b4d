/**
 * Metrics that Linux and the Java virtual machine always count, without any part of the server. One thread at a time
 * uses a source. {@code PerfData} and {@code ProcFile} read the formats; the two sources interpret them.
 *
 * <p>A server that cannot be read causes an {@link java.io.UncheckedIOException}. A quantity that does not exist is
 * reported as unavailable.
 */
package io.soabench.metrics.process;
