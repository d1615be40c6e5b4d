/**
 * SOAP 1.1 and 1.2 envelopes, document/literal and rpc/literal.
 *
 * <p>Belongs here: conversions from a body's bytes to parts of a message and back. Threading: readers and writers belong to one thread.
 * Failure: an envelope that is not acceptable becomes a {@link io.soabench.engine.server.soap.RefusedSoapException}.
 */
package io.soabench.engine.server.soap;
