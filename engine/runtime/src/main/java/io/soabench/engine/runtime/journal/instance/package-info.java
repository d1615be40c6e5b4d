/**
 * The log of a replica's instances: a journal that gives up the records of instances that have ended.
 *
 * <p>Belongs here: which records are still needed, and their way from old segments to new ones. Does not belong here: what an
 * instance does with its records.
 *
 * <p>A short instance ends in the segment in which it began, and that segment is used again without a copy. When the log is longer than twice
 * the live records and some segments, the live records of the oldest segment are appended again, as one record an instance. So an
 * instance may have its records in any order and more than once; their sequence numbers put them in order.
 *
 * <p>Threading: {@link io.soabench.engine.runtime.journal.instance.InstanceLog#append} is for any thread. Failure: as in a journal.
 */
package io.soabench.engine.runtime.journal.instance;
