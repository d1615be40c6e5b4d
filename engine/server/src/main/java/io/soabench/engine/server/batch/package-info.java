/**
 * The batches: many instances of a deployed process by one request, without a client and, if chosen, without partners
 * (P13, sections 4.3 and 4.4). Belongs here: the order of a batch, its run, its measurements, and partners inside the
 * engine. Does not belong here: HTTP.
 *
 * <p>Use: the admin interface runs batches; each replica provides the lanes of its workers.
 *
 * <p>Threading: the calling thread prepares a batch and waits for it; the workers of the engine run the instances.
 * Failure: an order that cannot be run is a {@link io.soabench.engine.server.batch.RefusedBatchException} with one
 * sentence, before anything has started.
 */
package io.soabench.engine.server.batch;
