/**
 * The compact binary form of numbers, texts and message data in records of a journal.
 *
 * <p>Belongs here: how a value becomes bytes, and bytes a value. Does not belong here: which values a record has.
 *
 * <p>A start tag with its names, declarations and names of attributes is an entry of the journal's dictionary, because messages of
 * one kind differ in values only. All else is in the payload. Prefixes, declarations and order are kept: an element that was
 * decoded is written as the same XML.
 *
 * <p>Threading: an encoder or a decoder belongs to one thread and is used again for each record. Failure: bytes that no encoder
 * wrote leave as {@link io.soabench.engine.runtime.journal.codec.MalformedRecordException}. A decoder takes no more memory
 * than a constant times the bytes that it is given.
 */
package io.soabench.engine.runtime.journal.codec;
