/**
 * Replicas that are processes of their own, as one of them sees the others: a message for an instance that runs elsewhere goes on to
 * where it runs. Belongs here: addresses of the others, connections to them, and what is asked on these; who is asked when stands in
 * {@link io.soabench.engine.server.request}.
 *
 * <p>Threading: a connection belongs to the event loop of the client connection that it was opened for. Failure: a replica that cannot
 * be reached has no instances; one that ends while it has a message is told as such, since nobody knows what has become of it.
 */
package io.soabench.engine.server.peer;
