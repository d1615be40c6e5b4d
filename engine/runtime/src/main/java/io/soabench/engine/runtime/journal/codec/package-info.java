/**
 * The compact binary form of numbers, texts and message data in the records of a journal.
 *
 * <p>Belongs here: the conversion of values to bytes and back. Does not belong here: which values a record has.
 *
 * <p>A start tag with its names and namespace declarations is an entry of the dictionary of the journal. Messages of
 * one kind have the same start tags and differ only in values. Everything else is in the payload. Prefixes,
 * declarations and their order are kept, so a decoded element is written as the same XML.
 *
 * <p>Users: {@code journal.record}. Threading: one thread uses an encoder or a decoder, for one record after the other.
 * Failure: bytes that no encoder has written cause a {@link
 * io.soabench.engine.runtime.journal.codec.MalformedRecordException}. The memory of a decoder is at most a constant
 * times the size of the bytes.
 */
package io.soabench.engine.runtime.journal.codec;
