/**
 * The lean mock host: mocked services straight on Netty, at a small fraction of the cost of a web-service stack.
 *
 * <p>Threads: a few event loops; a request belongs to the event loop of its connection from its first byte to its answer,
 * and holds no thread while it is delayed. Failures: what cannot be understood is answered with a SOAP fault; a broken
 * connection ends its requests, which are logged as unanswered.
 */
package io.soabench.lean;
