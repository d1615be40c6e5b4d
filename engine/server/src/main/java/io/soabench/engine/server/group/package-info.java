/**
 * Replicas as processes: one Java virtual machine each, started, watched and administered by a process that handles no message
 * itself. Belongs here: what the parent does; what a replica does stands in {@link io.soabench.engine.server}, how replicas hand
 * messages to each other in {@link io.soabench.engine.server.peer}.
 *
 * <p>The parent speaks to a replica by lines on its standard input, and by the replica's own admin interface, which demands a token
 * that only the two know. A replica whose standard input ends has lost its parent, and ends.
 *
 * <p>Threading: thread-safe; one thread watches, reads statistics and starts what was lost. Failure: a replica that ends is logged,
 * counted and started again; what it held is lost, and said to be.
 */
package io.soabench.engine.server.group;
