/**
 * HTTP/1.1 framing, as much as SOAP needs.
 *
 * <p>Belongs here: finding messages in a stream of bytes and their few headers that matter. Does not belong here: sockets,
 * SOAP. Threading: a parser belongs to its connection's event loop. Failure: bytes that are no acceptable HTTP leave as
 * {@link io.soabench.engine.server.http.RefusedHttpException} with the status to answer.
 */
package io.soabench.engine.server.http;
