/**
 * Metrics that a server measures itself and answers over HTTP, by the {@link io.soabench.plugin.Lifecycle.MetricRequest} of
 * its type. One thread at a time uses a source and waits for each answer.
 */
package io.soabench.metrics.reported;
