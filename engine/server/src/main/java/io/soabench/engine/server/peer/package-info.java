/**
 * Replicas that are processes of their own, as one of them sees the others. A message for an instance of another
 * replica is forwarded to that one. Belongs here: addresses of the others, connections to them, and requests on these;
 * the choice of the replica is in {@link io.soabench.engine.server.request}.
 *
 * <p>Threading: a connection belongs to the event loop of the client connection that it was opened for. Failure: a replica that cannot
 * be reached has no instances; one that ends while it has a message is reported as such, since the effect of the message is unknown.
 */
package io.soabench.engine.server.peer;
