/**
 * Transport Layer Security of sockets: certificates and keys from files, contexts, and the handler of a connection.
 * Belongs here: all that is particular to TLS. Does not belong here: connections between replicas and the admin
 * interfaces of replicas, which stay on the loopback address and are not encrypted.
 *
 * <p>Use: the listener, the admin interface and the invoker put a {@link io.soabench.engine.server.tls.TlsHandler}
 * before their own handlers.
 *
 * <p>Threading: contexts are thread-safe; a handler belongs to one event loop. Failure: a file that cannot be used is
 * an {@link java.lang.IllegalArgumentException} with one sentence; a failed handshake ends its connection only. Source:
 * RFC 8446 (TLS 1.3), RFC 5246 (TLS 1.2), by the SSLEngine of Java.
 */
package io.soabench.engine.server.tls;
