/**
 * Batch start: many instances of a deployed process by one request, without a client and, if wished, without partners
 * (P13, sections 4.3 and 4.4). Belongs here: the order of a batch, its run, its measurements, and partners inside the
 * engine; nothing of HTTP.
 *
 * <p>Threading: a batch is prepared and waited for on the caller's thread and runs on the engine's workers. Failure: an impossible order is a {@link io.soabench.engine.server.batch.RefusedBatchException} with one sentence before anything has started.
 */
package io.soabench.engine.server.batch;
