/**
 * Metrics that a server tells of itself over HTTP, as the {@link io.soabench.plugin.Lifecycle.Telling} of its type says. The source is
 * used by one thread at a time, which waits for each answer.
 */
package io.soabench.metrics.told;
