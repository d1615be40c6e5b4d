/**
 * A journal: records that survive a crash of the engine and of the machine.
 *
 * <p>Nothing in the engine uses this package yet. Belongs here: segments, batches, group commit, reading after a crash. Does not
 * belong here: the meaning of a record. A record has a type, an instance, a sequence number and bytes that the journal does not
 * look at.
 *
 * <p>A journal is a row of segments of equal size. The first block of a segment is its header; batches follow, each padded to
 * whole blocks, so that no write touches a block with durable records. A batch has the checksum of the batch before, and the
 * number of the last batch that was durable when it was written. Invalid bytes up to that batch are corruption, and bytes after it
 * are the torn end of the last write.
 *
 * <p>Threading: {@link io.soabench.engine.runtime.journal.Journal#append} and the questions of a journal are for any thread; one
 * thread does the work and is the only one that touches the files. Failure: an error of a write or of a force stops the journal for
 * good, because nobody knows what the disk has after it. A full disk is no error: appends wait until there is room.
 */
package io.soabench.engine.runtime.journal;
