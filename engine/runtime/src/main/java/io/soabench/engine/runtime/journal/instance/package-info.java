/**
 * The log of the instances of a replica: a journal that gives up the records of instances that have ended, and records
 * that a snapshot has replaced.
 *
 * <p>Belongs here: which records are still needed, and their way from old segments to new ones. Does not belong here:
 * the use that an instance makes of its records.
 *
 * <p>A short instance ends in the segment in which it has begun, and that segment is used again without a copy. A log
 * is too long when it exceeds twice the needed records and some segments. Then the needed records of the oldest segment
 * are appended again, as one record for each instance. So the records of an instance may come in any order and more
 * than once; their sequence numbers order them.
 *
 * <p>When a snapshot of an instance is durable, the records of the instance with lower numbers are not needed any more.
 *
 * <p>Users: {@code durable}, and the commands of the server that show a journal.
 *
 * <p>Threading: {@link io.soabench.engine.runtime.journal.instance.InstanceLog#append} is for any thread. Failure: as
 * in a journal.
 */
package io.soabench.engine.runtime.journal.instance;
