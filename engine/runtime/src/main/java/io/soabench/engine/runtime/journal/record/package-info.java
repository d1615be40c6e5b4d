/**
 * The records of durable instances and of the deployments of an engine, as values and as bytes.
 *
 * <p>Belongs here: the values of each type of record, and their order. Does not belong here: the use that an instance
 * makes of them, and the place where they are kept. A change of the bytes raises {@link
 * io.soabench.engine.runtime.journal.record.RecordCodec#FORMAT}; a test compares the bytes with recorded ones.
 *
 * <p>Users: {@code durable}, {@code journal.instance}, {@code journal.store}, and the commands of the server that show
 * a journal.
 *
 * <p>Threading: records are immutable; one thread uses a codec. Failure: bytes that are no record cause a {@link
 * io.soabench.engine.runtime.journal.codec.MalformedRecordException}.
 */
package io.soabench.engine.runtime.journal.record;
