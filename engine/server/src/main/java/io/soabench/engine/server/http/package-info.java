/**
 * The framing of HTTP/1.1, as far as SOAP needs it. Belongs here: finding messages in a stream of bytes, and the few
 * headers that the engine uses. Does not belong here: sockets, responses, SOAP.
 *
 * <p>Use: connections of clients, of partners, of other replicas and of the admin interface each have a parser.
 *
 * <p>Threading: a parser belongs to the event loop of its connection. Failure: bytes that are no acceptable HTTP raise
 * a {@link io.soabench.engine.server.http.RefusedHttpException} with the status of the answer.
 */
package io.soabench.engine.server.http;
