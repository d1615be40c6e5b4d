/**
 * The interfaces of the operating system by which sockets are used.
 *
 * <p>Belongs here: event loops, sockets that listen and that connect, and functions that Netty has for single transports only. No other package names a channel class of a transport. Not here: the admin interface, which has one thread of its own and stays on Java's sockets.
 * Threading: a {@link io.soabench.engine.server.transport.Transport} has no state; a probe belongs to one event loop. Failure: a
 * transport that this machine does not have is a {@link io.soabench.engine.server.transport.TransportException} with one sentence.
 */
package io.soabench.engine.server.transport;
