/**
 * Batches that an engine ran by itself, as {@code examples/batch.sh} writes them: how many times as fast one configuration is as another,
 * and what goes together with that. Pure functions and immutable values, but for {@link io.soabench.analyzer.batch.BatchFile#read}; a file
 * that cannot be used is refused with all reasons ({@link io.soabench.analyzer.batch.BatchesRefused}).
 */
package io.soabench.analyzer.batch;
