/**
 * The connection of instances with their journal. The journal records the events of an instance, and the effects of the
 * instance wait until these records are durable. After a crash the instance is recovered from its records.
 *
 * <p>Belongs here: the two forms of records, the delay of effects, and the memory of requests
 * with keys. Does not belong here: the steps of an instance
 * ({@code kernel}), the work of the disk ({@code journal}), and the folder of the engine.
 *
 * <p>Users: the durable mode of the server.
 *
 * <p>Threading: a recorder belongs to the owner of its instance, and the thread of the journal reports to it which
 * records are durable. Effects that had to wait leave on the executor that the instance was given. Failure: after an
 * error of the disk no effect leaves any more, and the owner of the engine gets the error.
 */
package io.soabench.engine.runtime.durable;
