/**
 * A journal, whose records survive a crash of the engine and of the machine.
 *
 * <p>Belongs here: segments, batches, group commit, reading after a crash. Does not belong here: the meaning of a
 * record. A record has a type, an instance, a sequence number and bytes that the journal does not interpret.
 *
 * <p>A journal is a series of segments of equal size. The first block of a segment is its header. Batches follow, each
 * padded to whole blocks, so that no write touches a block with durable records. A batch contains the checksum of the
 * batch before, and the number of the last batch that was durable when it was written. Invalid bytes up to that batch
 * are corruption; bytes after it are the torn end of the last write.
 *
 * <p>Users: {@code journal.instance} for the records of instances and {@code journal.store} for deployments; {@code
 * durable} and the commands of the server use these.
 *
 * <p>Threading: {@link io.soabench.engine.runtime.journal.Journal#append} and the questions of a journal are for any
 * thread. One thread does the work and is the only one that writes to the files.
 *
 * <p>Failure: an error of a write or of a force stops the journal for good, because the content of the disk is unknown
 * after it. A full disk is no error: appends wait until there is room.
 */
package io.soabench.engine.runtime.journal;
