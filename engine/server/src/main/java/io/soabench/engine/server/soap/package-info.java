/**
 * The envelopes of SOAP 1.1 and 1.2, document/literal and rpc/literal. Belongs here: conversions from the bytes of a
 * body to the parts of a message and back, the headers of WS-Addressing, and encodings of XML. Does not belong here:
 * HTTP.
 *
 * <p>Use: the first stage reads requests and writes answers; the invoker does the reverse. Batches and durable engines
 * read and name messages.
 *
 * <p>Threading: a reader and an output buffer belong to one thread; the other classes have no state. Failure: an
 * envelope that is not acceptable is a {@link io.soabench.engine.server.soap.RefusedSoapException}.
 */
package io.soabench.engine.server.soap;
