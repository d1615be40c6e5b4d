/**
 * The records of durable instances and of an engine's processes, as values and as bytes.
 *
 * <p>Belongs here: which values each type of record has, and their order. Does not belong here: what an instance does with them, or
 * where they are kept. {@link io.soabench.engine.runtime.journal.record.RecordCodec#FORMAT} is raised by each change of the bytes,
 * and a test holds them against golden ones.
 *
 * <p>Threading: records are immutable; a codec belongs to one thread. Failure: bytes that are no record leave as {@link
 * io.soabench.engine.runtime.journal.codec.MalformedRecordException}.
 */
package io.soabench.engine.runtime.journal.record;
