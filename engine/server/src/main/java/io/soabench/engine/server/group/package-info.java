/**
 * Replicas as processes: one Java virtual machine each, started, watched and administered by a process that handles no
 * message itself. Belongs here: the work of the parent. The work of a replica is in {@link io.soabench.engine.server},
 * and messages between replicas are in {@link io.soabench.engine.server.peer}.
 *
 * <p>The parent controls a replica by lines on its standard input, and by the replica's own admin interface, which demands a token
 * that only the two know. A replica whose standard input ends has lost its parent, and ends.
 *
 * <p>Threading: thread-safe; one thread watches, reads statistics and starts lost replicas. Failure: a replica that ends is logged, counted and started again; its instances are lost, which is logged.
 */
package io.soabench.engine.server.group;
