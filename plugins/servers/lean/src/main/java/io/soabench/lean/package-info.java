/**
 * The lean mock host: mocked services directly on Netty, at a small fraction of the cost of a web-service stack.
 *
 * <p>Threads: a few event loops. A request belongs to the event loop of its connection from its first byte to its
 * answer, and holds no thread while it is delayed.
 *
 * <p>Failures: a request that cannot be understood gets a SOAP fault. A broken connection ends its requests, which are
 * logged as unanswered.
 */
package io.soabench.lean;
