/**
 * The replicas as processes: one Java virtual machine each. A parent process starts, watches and administers them, and
 * handles no message itself. Belongs here: the work of the parent. The work of a replica is in
 * {@link io.soabench.engine.server}, and the messages between replicas are in {@link io.soabench.engine.server.peer}.
 *
 * <p>The parent controls a replica by lines on its standard input, and by the replica's own admin interface. That
 * interface demands a token that only the two have. The end of the standard input means that the parent has ended; then
 * the replica ends.
 *
 * <p>Use: the parent opens one {@link io.soabench.engine.server.group.ReplicaGroup}; a replica reads its setup and the
 * lines of the protocol.
 *
 * <p>Threading: thread-safe; one thread probes the replicas, reads their statistics and starts lost ones again.
 * Failure: the end of a replica is logged and counted, and the replica is started again. Its instances are lost, which
 * is logged, unless the engine is durable. Then the parent stores the versions of processes, and each replica recovers
 * its instances from its own journals.
 */
package io.soabench.engine.server.group;
