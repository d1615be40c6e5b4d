/**
 * The interfaces of the operating system by which sockets are used. Belongs here: event loops, sockets that listen and
 * that connect, and functions that Netty has for some transports only. No other package uses a channel class of a
 * transport. Does not belong here: the admin interface, which has one thread of its own and uses Java's sockets.
 *
 * <p>Use: the listeners, the invoker and the connections between replicas.
 *
 * <p>Threading: a {@link io.soabench.engine.server.transport.Transport} has no state; a probe belongs to one event
 * loop. Failure: a transport that this machine does not have is a
 * {@link io.soabench.engine.server.transport.TransportException} with one sentence.
 */
package io.soabench.engine.server.transport;
