/**
 * HTTP/1.1 framing, as far as SOAP needs it.
 *
 * <p>Belongs here: finding messages in a stream of bytes and their few headers that matter. Does not belong here: sockets,
 * SOAP. Threading: a parser belongs to its connection's event loop. Failure: bytes that are no acceptable HTTP raise a {@link io.soabench.engine.server.http.RefusedHttpException} with the status of the answer.
 */
package io.soabench.engine.server.http;
