/**
 * The connections between replicas that are processes. A message for an instance of another replica is forwarded to
 * that replica, and so is a message with a key for which that replica is responsible. Belongs here: the addresses of
 * the other replicas, the connections to them, and the requests on these connections. The choice of the replica is in
 * {@link io.soabench.engine.server.request}.
 *
 * <p>Use: the first stage forwards messages; a replica gets the addresses of the others from its parent.
 *
 * <p>Threading: a connection belongs to the event loop of the client connection that it was opened for; the list of
 * addresses is thread-safe. Failure: a replica that cannot be reached has no instances. If a replica ends while it has
 * a message, the sender gets {@code LOST}, since the effect of the message is unknown.
 */
package io.soabench.engine.server.peer;
